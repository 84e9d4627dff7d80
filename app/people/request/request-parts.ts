/**
 * What folders above this one add to every request. Each declares its part next to its type, by augmenting this
 * interface, so that the request needs no imports from above.
 */
// biome-ignore lint/suspicious/noEmptyInterface: its members are declared where their types are
export interface RequestParts {}
