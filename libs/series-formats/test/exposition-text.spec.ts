import { compareLatest, expositionText } from '../src/exposition/exposition-text';
import { Labels } from '@wardstone/promql';

const text = (values: [labels: Record<string, string>, value: number][]): string =>
  [
    ...expositionText(
      values
        .map(([labels, value]) => ({ labels: Labels.of(Object.entries(labels)), time: 7, value }))
        .sort(compareLatest),
    ),
  ].join('');

describe('the text format', () => {
  it('escapes characters that would end a label', () => {
    expect(text([[{ __name__: 'a', path: 'C:\\"x"\n', instance: 'i' }, 1]])).toBe(
      '# TYPE a untyped\na{instance="i",path="C:\\\\\\"x\\"\\n"} 1 7\n',
    );
  });

  it('keeps the series of a metric together, with any labels', () => {
    const metric = (name: string, over: object) => ({ __name__: name, instance: 'i', ...over });
    const lines = text([
      [metric('b', { A: '2' }), 1],
      [metric('a', { A: '3' }), NaN],
      [metric('b', { A: '1' }), -Infinity],
      [metric('a', { z: '1' }), 1e21],
    ]).split('\n');
    expect(lines).toEqual([
      '# TYPE a untyped',
      'a{A="3",instance="i"} NaN 7',
      'a{instance="i",z="1"} 1e+21 7',
      '# TYPE b untyped',
      'b{A="1",instance="i"} -Inf 7',
      'b{A="2",instance="i"} 1 7',
      '',
    ]);
  });

  it('is written block by block', () => {
    const values = Array.from({ length: 1_200 }, (_, i) => ({
      labels: Labels.of([
        ['__name__', 'a'],
        ['n', String(i)],
      ]),
      time: 1,
      value: i,
    }));
    const blocks = [...expositionText(values)];
    expect(blocks).toHaveLength(3);
    expect(blocks.join('').split('\n')).toHaveLength(1_202);
  });
});
