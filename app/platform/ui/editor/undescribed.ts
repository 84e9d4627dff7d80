/** Has neither alternative text nor is decorative. */
export function isUndescribed({ alt, decorative }: { alt: string | null; decorative: boolean }): boolean {
  return !alt && !decorative;
}
