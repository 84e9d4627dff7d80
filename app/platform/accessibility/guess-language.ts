/**
 * Which other language a passage of an English text is in, where that is beyond doubt. False alarms would be worse than
 * misses: names, titles of works and single words are not reported.
 */

/** Letters of a script, and what a text in it is called. The first that has most of the letters counts. */
const scripts: [RegExp, string][] = [
  [/\p{Script=Hiragana}|\p{Script=Katakana}/gu, 'Japanese'],
  [/\p{Script=Hangul}/gu, 'Korean'],
  [/\p{Script=Han}/gu, 'Chinese or Japanese'],
  [/\p{Script=Cyrillic}/gu, 'Russian or another language in Cyrillic letters'],
  [/\p{Script=Greek}/gu, 'Greek'],
  [/\p{Script=Arabic}/gu, 'Arabic or another language in Arabic letters'],
  [/\p{Script=Hebrew}/gu, 'Hebrew'],
  [/\p{Script=Devanagari}/gu, 'Hindi or another language in Devanagari letters'],
  [/\p{Script=Thai}/gu, 'Thai'],
];

const FEWEST_LETTERS = 6;
const FEWEST_WORDS = 8;
const FEWEST_STOP_WORDS = 4;
const SHARE_OF_STOP_WORDS = 0.3;

const words = (text: string) => new Set(text.split(' '));

const english = words(
  'the of and to is was are were be been for with that this it its from by at as not have has had will would can our we you your they their there which or but all more than when who what if about into out up he she him her his them they',
);

/** Frequent words that English does not have. */
const others: [string, Set<string>][] = [
  [
    'French',
    words(
      'le la les un une des du de et est sont était dans pour par pas que qui sur avec au aux ce cette ces il elle ils nous vous leur son ses plus ou où mais être à été',
    ),
  ],
  [
    'Spanish',
    words(
      'el la los las un una unos de del y es son era en por para con que se su sus al lo como más pero este esta estos no nos está han ha muy también entre a',
    ),
  ],
  [
    'German',
    words(
      'der die das den dem des ein eine einen einem einer und ist sind nicht mit von zu im am auf für als auch sich bei nach werden wird wurde haben aber oder wir sie ihr um',
    ),
  ],
  [
    'Portuguese',
    words(
      'o os as um uma de do da dos das e é são em no na nos nas por para com que se seu sua ao mais não como mas foi pelo pela este esta também',
    ),
  ],
  [
    'Italian',
    words(
      'il lo la i gli le un una di del della dei delle e è sono in nel nella per con che non si al alla da dal come più ma questo questa anche',
    ),
  ],
  [
    'Dutch',
    words(
      'de het een en van is zijn op te voor met dat niet aan er om ook als bij door naar uit maar wordt worden heeft deze dit wij u',
    ),
  ],
];

/** The name of the language of a sentence or more, for people; undefined where it is English, or not certain. */
export function guessForeignLanguage(text: string): string | undefined {
  return scriptOf(text) ?? latinLanguageOf(text);
}

function scriptOf(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < FEWEST_LETTERS || !/[^\p{Script=Latin}\P{L}]/u.test(text)) return undefined;
  const found = scripts.map(([letter, name]) => ({ name, count: text.match(letter)?.length ?? 0 }));
  const foreign = found.reduce((sum, { count }) => sum + count, 0);
  if (foreign < FEWEST_LETTERS || foreign * 2 <= letters) return undefined;
  return found.find(({ name, count }) => count > 0 && (count * 2 > foreign || isSyllabic(name)))?.name;
}

/** Japanese mixes its syllables with Chinese characters. */
function isSyllabic(name: string): boolean {
  return name === 'Japanese';
}

function latinLanguageOf(text: string): string | undefined {
  const all = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (all.length < FEWEST_WORDS) return undefined;
  const inEnglish = all.filter((word) => english.has(word)).length;
  const [best] = others
    .map(([name, stops]) => ({ name, count: all.filter((word) => stops.has(word)).length }))
    .sort((one, other) => other.count - one.count);
  if (!best || best.count < FEWEST_STOP_WORDS || best.count < all.length * SHARE_OF_STOP_WORDS)
    return undefined;
  return best.count > 5 * inEnglish ? best.name : undefined;
}
