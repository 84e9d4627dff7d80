export type Dialect = 'sqlite' | 'postgres';

/** What a database can do. */
export type Capabilities = { dialect: Dialect };

export function capabilitiesOf(dialect: Dialect): Capabilities {
  return { dialect };
}
