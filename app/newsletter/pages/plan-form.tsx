import type { FieldSpec } from '#app/platform/forms/field-spec.ts';
import { Field } from '#app/platform/ui/field.tsx';
import { describedBy, FieldHints } from '#app/platform/ui/field-notes.tsx';
import { CardChoices } from '#app/sources/pages/settings-fields.tsx';
import * as fields from './plan-fields.ts';

type PlanProps = {
  values: fields.PlanValues;
  problems: Record<string, string>;
  /** The name without one of its own. */
  usualName: string;
  /** A signing key is stored; it is not shown. */
  hasKey: boolean;
  /** The address of webhooks, without the provider. */
  webhooks: string;
};

/** The fields of the newsletter's settings. */
export function PlanForm({ values, problems, usualName, hasKey, webhooks }: PlanProps) {
  const shown = (spec: FieldSpec) => (
    <Field
      spec={spec}
      value={values[spec.name as keyof fields.PlanValues]}
      problem={problems[spec.name]}
      key={spec.name}
    />
  );
  return (
    <>
      {shown(fields.nameField(usualName))}
      {shown(fields.postalField)}
      <fieldset className="panel field">
        <legend>Schedule</legend>
        {shown(fields.weeklyField)}
        <div className="fields">
          {shown(fields.weekdayField)}
          {shown(fields.weeklyTimeField)}
        </div>
        {shown(fields.dailyField)}
        {shown(fields.dailyTimeField)}
        <CardChoices
          spec={fields.reviewField}
          choices={fields.reviewChoices}
          value={values.review}
          problem={problems.review}
        />
        {shown(fields.aheadField)}
      </fieldset>
      <fieldset className="panel field">
        <legend>Speed</legend>
        <div className="fields">{fields.rateFields.map(shown)}</div>
      </fieldset>
      <fieldset className="panel field">
        <legend>Bounces and complaints</legend>
        {fields.bounceFields.map(shown)}
        {shown(fields.providerField)}
        <KeyField problem={problems.key} hasKey={hasKey} />
        <p className="small">
          At the provider, enter this address for bounces and complaints:{' '}
          <code>
            {webhooks}
            {values.provider || 'PROVIDER'}
          </code>
          {values.provider ? null : ', with the provider’s name after you have chosen and saved it'}
        </p>
      </fieldset>
    </>
  );
}

/** The key is a secret: it can be replaced, but is never shown. */
function KeyField({ problem, hasKey }: { problem: string | undefined; hasKey: boolean }) {
  const field = {
    name: 'key',
    hint: `${fields.keyHint} ${hasKey ? 'One is stored. Leave this empty to keep it.' : ''}`,
  };
  return (
    <div className="field">
      <label htmlFor="key">
        Signing key <span className="optional">(optional)</span>
      </label>
      <FieldHints spec={field} problem={problem} />
      <input
        className="input"
        id="key"
        name="key"
        type="password"
        autoComplete="off"
        aria-describedby={describedBy(field, problem)}
        aria-invalid={problem ? true : undefined}
      />
    </div>
  );
}
