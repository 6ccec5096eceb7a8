import { checkFilter, type FilterFields, parseFilter } from '@wardstone/filter-query';
import { evaluateFilter } from '@wardstone/testing';
import { POLICIES } from './policies';
import { POLICY_FIELDS, SYSTEM_POLICY_FIELDS } from './policy-fields';

/** Names of the policies that pass, e.g. `P1 P6`; an error as its text. */
function select(text: string, fields: FilterFields = POLICY_FIELDS): string {
  try {
    const node = parseFilter(text);
    const filter = node && checkFilter(node, fields);
    return POLICIES.filter(({ row }) => !filter || evaluateFilter(filter, row))
      .map(({ name }) => name)
      .join(' ');
  } catch (error) {
    return (error as Error).message;
  }
}

const ALL = 'P1 P2 P3 P4 P5 P6';

describe('the examples of the filter language (rule filter-6)', () => {
  it.each([
    [1, 'title = Alpha', 'P1'],
    [2, 'title="Alpha"', 'P1'],
    [3, 'title != Alpha', 'P2 P3 P4 P5 P6'],
    [4, 'title!=Alpha', 'P2 P3 P4 P5 P6'],
    [5, 'title <> Alpha', 'P2 P3 P4 P5 P6'],
    [6, 'title == Alpha', 'P1'],
    [7, "title = 'Alpha'", ''],
    [8, 'title = Beta policy', "'policy' is not a valid query string"],
    [9, String.raw`title = "gamma \"quoted\""`, 'P3'],
    [10, 'title = "Alpha', 'P1'],
    [11, `title = "O'Neil, Ltd (EU)"`, 'P5'],
    [12, 'title ~ alpha', 'P1 P6'],
    [13, 'title !~ alpha', 'P2 P3 P4 P5'],
    [14, 'title ~ Al*', 'P1 P6'],
    [14, 'title ~ *pha', 'P1 P6'],
    [15, 'title ~ "100%"', 'P4'],
    [16, 'title ~ _', 'P4'],
    [17, 'os_major_version = 8', 'P2 P3 P5'],
    [18, 'os_major_version != 8', 'P1 P4 P6'],
    [19, 'os_major_version=8', 'P2 P3 P5'],
    [20, 'os_major_version ^ (7 9)', 'P1 P4 P6'],
    [20, 'os_major_version ^ (7,9)', 'P1 P4 P6'],
    [20, 'os_major_version ^ (7, 9)', 'P1 P4 P6'],
    [20, 'os_major_version ^ "7,9"', 'P1 P4 P6'],
    [21, 'os_major_version !^ (7 9)', 'P2 P3 P5'],
    [22, 'os_major_version ^ 7,9', "'9' is not a valid query string"],
    [23, 'os_major_version = abc', "Value 'abc' is not valid for field 'os_major_version'"],
    [24, 'os_major_version > 7', "the operator 'gt' is not supported for field 'os_major_version'"],
    [25, 'os_minor_version = 7', 'P1 P2 P3 P4 P6'],
    [26, 'os_minor_version != 7', 'P5'],
    [27, 'os_minor_version = 5', 'P2 P3'],
    [28, 'title = Alpha OR title = alpha AND os_major_version = 9', 'P1 P6'],
    [29, 'title = Alpha AND title = alpha OR os_major_version = 9', ''],
    [30, '(title = Alpha AND title = alpha) OR os_major_version = 9', 'P4 P6'],
    [31, 'title = Alpha OR os_major_version = 9 title = alpha', 'P6'],
    [32, 'title = Alpha, os_major_version = 7', 'P1'],
    [33, 'not title = Alpha and os_major_version = 9', 'P4 P6'],
    [34, '-title = Alpha', 'P2 P3 P4 P5 P6'],
    [34, '!title = Alpha', 'P2 P3 P4 P5 P6'],
    [35, 'not (title = Alpha or os_major_version = 9)', 'P2 P3 P5'],
    [36, '(title=Alpha)(os_major_version=7)', 'P1'],
    [37, 'title=Alpha|os_major_version=9', 'P1 P4 P6'],
    [38, 'has title and os_major_version = 7', 'P1'],
    [39, 'title = (Alpha)', 'Value expected but found :lparen'],
    [40, 'title = -5', 'Value expected but found :not'],
    [41, 'title = and', "'title' is not a valid query string"],
    [41, 'title = "and"', ''],
    [42, 'Title = Alpha', "Field 'Title' not recognized for searching!"],
    [42, 'foo = 1', "Field 'foo' not recognized for searching!"],
    [43, '()', ALL],
    [43, 'and', ALL],
    [43, '(())', ALL],
    [44, '() title = Alpha', 'Empty list of operands'],
    [45, 'title = Alpha) or title = alpha', "Unexpected ')'"],
    [46, 'and and title = Alpha or', 'P1'],
  ])('%i: %s', (_number, text, expected) => expect(select(text)).toBe(expected));

  it('47: os_major_version below a system', () => {
    expect(select('os_major_version = 8', SYSTEM_POLICY_FIELDS)).toBe(
      "Field 'os_major_version' is not searchable in this context",
    );
  });

  it.each([
    ['os_minor_version = 99999999999', ''],
    ['os_minor_version != 99999999999', ALL],
    ['os_major_version = 99999999999999999999', ''],
    ['os_major_version != 99999999999999999999', ALL],
    ['null? title', ''],
    ['not os_major_version ^ ()', "'os_major_version' is not a valid query string"],
    ['title ~ ""', ALL],
    ['title ~ *', ALL],
    ['title ~ a*a', 'P1 P6'],
  ])('include %s', (text, expected) => expect(select(text)).toBe(expected));
});
