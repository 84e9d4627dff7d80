/** '12 KB', '3.2 MB', '1.9 GB' */
export function sizeWords(bytes: number): string {
  if (bytes < 1024 ** 2) return `${Math.ceil(bytes / 1024)} KB`;
  const [unit, size]: [string, number] = bytes >= 1024 ** 3 ? ['GB', 1024 ** 3] : ['MB', 1024 ** 2];
  return `${(bytes / size).toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`;
}
