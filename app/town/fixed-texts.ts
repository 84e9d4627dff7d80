/** The pages whose texts are settings of the town, by their ids. */
export const fixedTexts = {
  about: 'aboutText',
  contact: 'contactText',
  privacyPolicy: 'privacyText',
} as const;

/** The id of such a page. */
export type FixedPage = keyof typeof fixedTexts;

/** The setting with the text of a page; undefined for every other page. */
export function settingOfPage(id: string): (typeof fixedTexts)[keyof typeof fixedTexts] | undefined {
  return Object.hasOwn(fixedTexts, id) ? fixedTexts[id as keyof typeof fixedTexts] : undefined;
}
