export function hasTool(folder: string): boolean;
export function installTool(folder: string): Promise<void>;
