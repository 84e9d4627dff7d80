type Json = Record<string, unknown>;

/**
 * The JSON schema of a PATCH for the one of a whole object: nothing is required, and no field has a default. A generated
 * client may send a default for a field that its caller left out, which would change that field.
 */
export function patchSchemaOf({ required: _, ...schema }: Json): Json {
  const properties = Object.entries(schema.properties as Record<string, Json>).map(
    ([name, { default: _, ...property }]) => [name, property],
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}
