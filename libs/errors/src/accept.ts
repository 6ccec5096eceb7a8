interface AcceptedRange {
  type: string;
  subtype: string;
  quality: number;
}

function parseRange(text: string): AcceptedRange | undefined {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const [type, subtype] = range.split('/');
  if (!type || !subtype) return undefined;
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.split('=')[1];
  const quality = weight === undefined ? 1 : Number(weight);
  return { type, subtype, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** The client's preference for a media type: the weight of the most specific range that covers it, or 0. */
function getQuality(mediaType: string, ranges: readonly AcceptedRange[]): number {
  const [type, subtype] = mediaType.split('/');
  const exact = ranges.find((range) => range.type === type && range.subtype === subtype);
  const kind = ranges.find((range) => range.type === type && range.subtype === '*');
  const any = ranges.find((range) => range.type === '*' && range.subtype === '*');
  return (exact ?? kind ?? any)?.quality ?? 0;
}

/**
 * The offered media type that the client prefers (RFC 9110 12.5.1). Equal weights go to the one offered first, whatever
 * the order in the header.
 * @param accept value of the Accept header; absent or blank accepts everything
 * @param offered lower case, without parameters
 * @returns undefined when nothing offered is acceptable
 */
export function bestMediaType<T extends string>(accept: string | undefined, offered: readonly T[]): T | undefined {
  if (accept === undefined || accept.trim() === '') return offered[0];
  const ranges = accept.split(',').flatMap((part) => parseRange(part) ?? []);
  const wishes = offered.map((mediaType) => ({ mediaType, quality: getQuality(mediaType, ranges) }));
  const best = Math.max(0, ...wishes.map(({ quality }) => quality));
  return best === 0 ? undefined : wishes.find(({ quality }) => quality === best)?.mediaType;
}
