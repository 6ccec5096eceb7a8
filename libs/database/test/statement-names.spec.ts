import { StatementNames } from '../src/statement-names';

describe('names of prepared statements', () => {
  const use = (names: StatementNames, text: string, times: number) =>
    Array.from({ length: times }, () => names.nameFor(text));

  it('are given to recurring texts, a unique one each, permanently', () => {
    const names = new StatementNames();

    expect(use(names, 'a', 4)).toEqual([undefined, undefined, 'statement_1', 'statement_1']);
    expect(use(names, 'b', 4)).toEqual([undefined, undefined, 'statement_2', 'statement_2']);
    expect(names.nameFor('a')).toBe('statement_1');
  });

  it('are a hundred at most', () => {
    const names = new StatementNames();
    for (let i = 0; i < 100; i++) use(names, `text ${i}`, 3);

    expect(use(names, 'one more', 10).filter(Boolean)).toEqual([]);
    expect(names.nameFor('text 99')).toBe('statement_100');
  });

  it('are not used by texts that occur once', () => {
    const names = new StatementNames();
    for (let i = 0; i < 5_000; i++) names.nameFor(`once ${i}`);

    expect(use(names, 'often', 3).at(-1)).toBe('statement_1');
  });
});
