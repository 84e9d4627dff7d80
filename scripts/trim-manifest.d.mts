export function trimManifest(folder: string): void;
