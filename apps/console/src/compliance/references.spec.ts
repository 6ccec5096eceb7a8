import { byStandard } from './references';

describe('the references of a rule', () => {
  it('name each standard once, with its sections', () => {
    const [cis, cobit] = ['https://www.cisecurity.org/controls/', 'https://www.isaca.org/resources/cobit'];

    expect(
      byStandard([
        { href: cis, label: '11' },
        { href: cobit, label: '' },
        { href: cis, label: '14' },
      ]),
    ).toEqual([
      { href: cis, labels: ['11', '14'] },
      { href: cobit, labels: [] },
    ]);
  });
});
