import { parseSort } from './sort';

const SORTABLE = ['title', 'os_major_version', 'total_system_count'];
const sort = (...items: string[]): string =>
  parseSort(items, SORTABLE)
    .map(({ column, direction }) => `${column} ${direction}`)
    .join(', ');

describe('parseSort', () => {
  it.each([
    [[], 'id asc'],
    [['title'], 'title asc, id asc'],
    [['title:desc'], 'title desc, id asc'],
    [['title:'], 'title asc, id asc'],
    [['title:desc:nonsense'], 'title desc, id asc'],
    [['TITLE', 'os_major_version:desc'], 'title asc, os_major_version desc, id asc'],
    [['title:DESC'], 'title desc, id asc'],
    [['totalSystemCount'], 'total_system_count asc, id asc'],
    [['total-system-count:Desc'], 'total_system_count desc, id asc'],
    [['OSMajorVersion'], 'os_major_version asc, id asc'],
    [['title:desc', 'os_major_version', 'title:asc'], 'title asc, os_major_version asc, id asc'],
  ])('reads %j', (items, expected) => expect(sort(...items)).toBe(expected));

  it.each([
    [['nonsense'], "Result cannot be sorted by the 'nonsense' column."],
    [['fooBar-Baz'], "Result cannot be sorted by the 'foo_bar_baz' column."],
    [[''], "Result cannot be sorted by the '' column."],
    [[':desc'], "Result cannot be sorted by the '' column."],
    [['id'], "Result cannot be sorted by the 'id' column."],
    [['title desc'], "Result cannot be sorted by the 'title desc' column."],
    [['title:up'], "Sorting direction up is invalid. Valid directions are 'asc' or 'desc'."],
    [['title: desc'], "Sorting direction  desc is invalid. Valid directions are 'asc' or 'desc'."],
    [['nonsense:up'], "Result cannot be sorted by the 'nonsense' column."],
    [['title:up', 'nonsense'], "Sorting direction up is invalid. Valid directions are 'asc' or 'desc'."],
    [['nonsense', 'title:up'], "Result cannot be sorted by the 'nonsense' column."],
  ])('refuses %j', (items, message) => {
    expect(() => sort(...items)).toThrow(expect.objectContaining({ status: 422, message }));
  });
});
