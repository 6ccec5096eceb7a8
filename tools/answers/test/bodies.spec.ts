import { jsonVariants, xmlVariants } from '../bodies';

const labels = (variants: readonly { label: string }[]): string[] => variants.map(({ label }) => label);

describe('wrong bodies', () => {
  it('are wrong in each field, in two fields, and in all from one on', () => {
    const found = labels(jsonVariants({ name: 'a', count: 1 }, ['priority']));

    expect(found).toEqual(
      expect.arrayContaining([
        'name = null',
        'without count',
        'priority = {}',
        'wrong name and count',
        'wrong from count on',
        'unknown field',
      ]),
    );
  });

  it('change one element or attribute of XML and leave the others', () => {
    const variants = xmlVariants('<?xml version="1.0"?><a b="1"><c>2</c></a>');
    const toBody = (label: string) => variants.find((variant) => variant.label === label)!.body;

    expect(toBody('c = "wrong"')).toBe('<?xml version="1.0"?><a b="1"><c>wrong</c></a>');
    expect(toBody('b = "wrong"')).toBe('<?xml version="1.0"?><a b="wrong"><c>2</c></a>');
    expect(toBody('unknown element')).toBe('<?xml version="1.0"?><a b="1"><c>2</c><nonsense>1</nonsense></a>');
  });
});
