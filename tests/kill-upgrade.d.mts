/** The names of the steps before which KILL_AT can end an upgrade. */
export const names: string[];
