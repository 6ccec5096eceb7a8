import { partsOfResult, sortedRows, type ResultValue } from './operation-result';

const declared = (within: string | null, name: string, over: Partial<ResultValue> = {}): ResultValue => ({
  within,
  name,
  displayName: name,
  unit: 'NONE',
  numeric: false,
  ...over,
});
const number = (within: string | null, name: string, unit: string): ResultValue =>
  declared(within, name, { unit, numeric: true });

describe('the result of an operation', () => {
  it('is shown as values and a table of each list', () => {
    const result = { state: 'done', limits: { low: 1, high: null }, names: ['a', 'b'], empty: [] };

    const { values, tables } = partsOfResult(result, []);
    expect(values).toEqual([
      ['state', 'done'],
      ['limits low', '1'],
      ['limits high', ''],
    ]);
    expect(tables.map(({ name, columns, rows }) => [name, columns.length, rows.length])).toEqual([
      ['names', 1, 2],
      ['empty', 0, 0],
    ]);
  });

  it('keeps multi-line values unchanged', () => {
    const { values, texts } = partsOfResult({ exitCode: '1', output: 'one\n  two\n' }, []);
    expect([values, texts]).toEqual([[['exitCode', '1']], [['output', 'one\n  two\n']]]);
  });

  it('has the units and names that are declared', () => {
    const result = { total: '1536', list: [{ pid: '1', size: '17514496', name: 'init' }] };
    const { values, tables } = partsOfResult(result, [
      declared(null, 'total', { displayName: 'Total', unit: 'BYTES', numeric: true }),
      number('list', 'pid', 'NONE'),
      declared('list', 'size', { displayName: 'Size', unit: 'BYTES', numeric: true }),
    ]);
    expect(values).toEqual([['Total', '1.5 KiB']]);
    expect(tables[0]!.columns).toEqual([
      { name: 'pid', title: 'pid', isNumber: true },
      { name: 'size', title: 'Size', isNumber: true },
      { name: 'name', title: 'name', isNumber: false },
    ]);
    expect(tables[0]!.rows[0]!.map(({ text }) => text)).toEqual(['1', '16.7 MiB', 'init']);
  });

  it('sorts numbers as numbers, and texts as people count', () => {
    const list = ['10', '9', '1016'].map((pid) => ({ pid, name: `p${pid}` }));
    const { rows } = partsOfResult({ list }, [number('list', 'pid', 'NONE')]).tables[0]!;
    const shown = (column: number, descends: boolean): string[] =>
      sortedRows(rows, column, descends).map((row) => row[column]!.text);
    expect(shown(0, false)).toEqual(['9', '10', '1016']);
    expect(shown(0, true)).toEqual(['1016', '10', '9']);
    expect(shown(1, false)).toEqual(['p9', 'p10', 'p1016']);
  });
});
