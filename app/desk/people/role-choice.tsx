import { givenRoles } from '#app/people/team/team.ts';

type RoleChoiceProps = { value: string; problem?: string | undefined };

/** The roles that can be given, with what each does. */
export function RoleChoice({ value, problem }: RoleChoiceProps) {
  return (
    <fieldset className="field" id="role" aria-describedby={problem ? 'role-error' : undefined}>
      <legend>Role</legend>
      {problem ? (
        <span className="error" id="role-error">
          {problem}
        </span>
      ) : null}
      {givenRoles.map((role) => (
        <label className="choice" key={role.value}>
          <input
            type="radio"
            name="role"
            value={role.value}
            defaultChecked={role.value === value}
            aria-labelledby={`role-${role.value}`}
            aria-describedby={`role-${role.value}-hint`}
          />
          <span>
            <span id={`role-${role.value}`}>{role.label}</span>
            <span className="hint" id={`role-${role.value}-hint`}>
              {role.hint}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
