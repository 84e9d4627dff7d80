export type Dialect = 'sqlite' | 'postgres';

/** What a database supports. */
export type Capabilities = { dialect: Dialect };

export function capabilitiesOf(dialect: Dialect): Capabilities {
  return { dialect };
}
