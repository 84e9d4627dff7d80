/** Runs a command of the command-line tool in a separate process, until the signal fires. Rejects when it fails. */
export type RunTool = (args: string[], signal: AbortSignal) => Promise<void>;
