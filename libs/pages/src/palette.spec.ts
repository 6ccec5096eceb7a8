import { DARK, LIGHT, type Palette, TEXT_PAIRS } from './palette';

/** Relative luminance of a colour `#rrggbb`, as WCAG 2 defines it. */
function luminance(colour: string): number {
  const channels = [1, 3, 5].map((at) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return channels[0]! * 0.2126 + channels[1]! * 0.7152 + channels[2]! * 0.0722;
}

function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light! + 0.05) / (dark! + 0.05);
}

describe.each<[string, Palette]>([
  ['light', LIGHT],
  ['dark', DARK],
])('the %s palette', (_name, palette) => {
  it.each(TEXT_PAIRS)('writes %s on %s with a contrast of 4.5 or more', (ink, paper) => {
    expect(contrast(palette[ink], palette[paper])).toBeGreaterThanOrEqual(4.5);
  });

  it('has no text colour that is not among the pairs', () => {
    const paired = new Set(TEXT_PAIRS.flat());
    expect(Object.keys(palette).filter((name) => !paired.has(name as keyof Palette))).toEqual(['line']);
  });
});

it('calculates the contrast of black on white', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
});
