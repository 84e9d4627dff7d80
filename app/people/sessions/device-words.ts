// The first match: most browsers also name others.
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const LONGEST = 512;

/**
 * Browser and system as text, such as "Firefox on Windows", from a User-Agent header; undefined when it names neither.
 * Browsers on iPads may identify as Macs.
 */
export function deviceWordsOf(userAgent: string | undefined): string | undefined {
  const text = (userAgent ?? '').slice(0, LONGEST);
  const [browser, system] = [BROWSERS, SYSTEMS].map((list) => list.find(([sign]) => sign.test(text))?.[1]);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system;
}
