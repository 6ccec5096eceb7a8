import { findDirection, mirrored, visualOrder } from './text-direction';

/** Letters from left to right. The expected ones are those of GNU FriBidi. */
function drawn(text: string): string {
  const letters = Array.from(text);
  const { levels } = findDirection(letters);
  return visualOrder(levels)
    .map((at) => (levels[at]! % 2 === 1 ? mirrored(letters[at]!) : letters[at]!))
    .join('');
}

describe('the order of letters', () => {
  it.each([
    ['web-1 (a)', 'web-1 (a)'],
    ['אבג', 'גבא'],
    ['web-1 אבג', 'web-1 גבא'],
    ['אבג web-1 דה', 'הד web-1 גבא'],
    ['אבג 123 דה', 'הד 123 גבא'],
    ['אבג (דה)', '(הד) גבא'],
    ['אבג (web)', '(web) גבא'],
    ['web אבג (9.4)', 'web (9.4) גבא'],
    ['خادم ١٢٣', '١٢٣ مداخ'],
    ['خادم 9.4', '9.4 مداخ'],
    ['خادم 50%', '%50 مداخ'],
    ['אבג 50%', '50% גבא'],
    ['a אבג, דה b', 'a הד ,גבא b'],
    ['(אבג', 'גבא)'],
    ['', ''],
  ])('of %j is %j', (text, expected) => expect(drawn(text)).toBe(expected));

  it('begins on the side of the first letter with a direction', () => {
    expect(findDirection(Array.from('12 (אב) web')).isRightToLeft).toBe(true);
    expect(findDirection(Array.from('12 web אב')).isRightToLeft).toBe(false);
    expect(findDirection(Array.from('12 …')).isRightToLeft).toBe(false);
  });

  it('takes time in proportion to a long text, whatever it contains', () => {
    const hostile = Array.from('אa1([{+%'.repeat(1_000) + ')]}'.repeat(1_000));
    const startedAt = process.cpuUsage();
    findDirection(hostile);
    const { user } = process.cpuUsage(startedAt);
    expect(user).toBeLessThan(2_000_000);
  });
});
