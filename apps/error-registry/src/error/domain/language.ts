/** The language of the built-in texts. */
export const OWN_LANGUAGE = 'en';

const MAX_TAG_LENGTH = 35;

/**
 * Canonical form of a BCP 47 tag (`de-at` becomes `de-AT`); undefined if it is invalid or longer than 35 characters.
 */
export function parseLanguageTag(text: string): string | undefined {
  if (text.length > MAX_TAG_LENGTH) return undefined;
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

interface LanguageRange {
  /** Lower case. */
  range: string;
  quality: number;
}

function parseAcceptLanguage(header: string): LanguageRange[] {
  return header
    .split(',')
    .flatMap((item) => {
      const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      const quality = weight === undefined ? 1 : Number(weight);
      const isValid = /^(\*|[a-z]{1,8}(-[a-z0-9]{1,8})*)$/.test(range) && quality >= 0 && quality <= 1;
      return isValid ? [{ range, quality }] : [];
    })
    .sort((a, b) => b.quality - a.quality);
}

/** `zh-hant-tw`, `zh-hant`, `zh`: RFC 4647 3.4, which also drops a single letter left at the end. */
function listTruncations(range: string): string[] {
  const parts = range.split('-');
  return parts
    .map((_part, index) => parts.slice(0, parts.length - index))
    .filter((kept) => kept.at(-1)!.length > 1)
    .map((kept) => kept.join('-'));
}

/**
 * The stored language that the client prefers, or English. For each accepted language, by weight: the language itself,
 * then ever shorter forms (RFC 4647 lookup), then a regional form.
 * @param acceptLanguage value of the Accept-Language header; undefined and `*` mean English
 * @param stored canonical tags of the translations, with or without English
 */
export function bestLanguage(acceptLanguage: string | undefined, stored: readonly string[]): string {
  const wishes = parseAcceptLanguage(acceptLanguage ?? '');
  const refused = new Set(wishes.filter(({ quality }) => quality === 0).map(({ range }) => range));
  const available = [OWN_LANGUAGE, ...stored].filter((tag) => !refused.has(tag.toLowerCase()));
  for (const { range, quality } of wishes) {
    if (quality === 0) continue;
    if (range === '*') return OWN_LANGUAGE;
    const found =
      listTruncations(range)
        .map((form) => available.find((tag) => tag.toLowerCase() === form))
        .find((tag) => tag !== undefined) ?? available.find((tag) => tag.toLowerCase().startsWith(`${range}-`));
    if (found !== undefined) return found;
  }
  return OWN_LANGUAGE;
}
