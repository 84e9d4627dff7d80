import type { FieldProblems, FieldSpec } from '#app/platform/forms/field-spec.ts';
import { Field } from '#app/platform/ui/field.tsx';
import { describedBy, FieldHints } from '#app/platform/ui/field-notes.tsx';
import {
  areasField,
  type CardChoice,
  everyField,
  feedsField,
  nameField,
  rankField,
  type SourceValues,
  severityField,
  trustChoices,
  trustField,
  zoneField,
} from './source-fields.ts';

export type ZoneFacts = { town: string; all: string[]; hint: string | undefined };

type SettingsFieldsProps = { values: SourceValues; problems: FieldProblems; zones: ZoneFacts };

/** Everything about a source but its address. */
export function SettingsFields({ values, problems, zones }: SettingsFieldsProps) {
  return (
    <>
      <RadioRow spec={feedsField} value={values.feeds} problem={problems.feeds} />
      <CardChoices spec={trustField} choices={trustChoices} value={values.trust} problem={problems.trust} />
      <div className="fields">
        <Field spec={rankField} value={values.rank} problem={problems.rank} />
        <Field
          spec={zoneField(zones.town, zones.all, zones.hint)}
          value={values.zone}
          problem={problems.zone}
        />
      </div>
      <div className="fields">
        <Field spec={nameField} value={values.name} problem={problems.name} />
        <Field spec={everyField(values.every)} value={values.every} problem={problems.every} />
      </div>
      <details
        className="fold field"
        open={values.feeds === 'notices' || problems.areas !== undefined || problems.severity !== undefined}
      >
        <summary>Which official warnings</summary>
        <div className="fold__body fields">
          <Field spec={areasField} value={values.areas} problem={problems.areas} />
          <Field spec={severityField} value={values.severity} problem={problems.severity} />
        </div>
      </details>
    </>
  );
}

type ChoiceProps = { spec: FieldSpec; value: string; problem: string | undefined };

function RadioRow({ spec, value, problem }: ChoiceProps) {
  return (
    <fieldset className="field" id={spec.name} aria-describedby={describedBy(spec, problem)}>
      <legend>{spec.label}</legend>
      <FieldHints spec={spec} problem={problem} />
      <div className="cluster">
        {(spec.choices ?? []).map((choice) => (
          <label className="check" key={choice.value}>
            <input
              type="radio"
              name={spec.name}
              value={choice.value}
              defaultChecked={choice.value === value}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Radio buttons with an explanation each. */
export function CardChoices({ spec, choices, value, problem }: ChoiceProps & { choices: CardChoice[] }) {
  return (
    <fieldset className="field" id={spec.name} aria-describedby={describedBy(spec, problem)}>
      <legend>{spec.label}</legend>
      <FieldHints spec={spec} problem={problem} />
      {choices.map((choice) => (
        <label className="choice" key={choice.value}>
          <input type="radio" name={spec.name} value={choice.value} defaultChecked={choice.value === value} />
          <span>
            {choice.label}
            <span className="hint">{choice.hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
