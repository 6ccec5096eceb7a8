import { toCsv, toFileName } from './chart-export';

describe('a chart as a file', () => {
  it('has a row for each time and a column for each line', () => {
    const columns = [
      { label: 'Used, all', values: [0.5, undefined, 1e-7] },
      { label: '=cmd()', values: [null, 2, 3] },
    ];
    expect(toCsv([0, 60_000, 120_000], columns, 'PERCENTAGE')).toBe(
      `time,"Used, all (PERCENTAGE)",'=cmd() (PERCENTAGE)\r\n` +
        '1970-01-01T00:00:00.000Z,0.5,\r\n' +
        '1970-01-01T00:01:00.000Z,,2\r\n' +
        '1970-01-01T00:02:00.000Z,1e-7,3\r\n',
    );
  });

  it('is a table without rows where nothing was measured', () => {
    expect(toCsv([], [{ label: 'a "b"', values: [] }], '')).toBe('time,"a ""b"""\r\n');
  });

  it.each([
    ['User Load', 'User-Load.csv'],
    ['/var/log', 'var-log.csv'],
    ['Größe', 'Größe.csv'],
    ['../..', 'chart.csv'],
  ])('of %s is called %s', (title, name) => expect(toFileName(title, 'csv')).toBe(name));
});
