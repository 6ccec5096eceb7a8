import { conditionText, type FiredCondition } from '../condition-text';

const HEAP: FiredCondition['metric'] = { displayName: 'Heap Used', unit: 'BYTES', isCallTime: false };
const CALLS: FiredCondition['metric'] = { displayName: 'Response Time', unit: 'MILLISECONDS', isCallTime: true };

function toText(category: FiredCondition['category'], over: Partial<FiredCondition> = {}): string {
  return conditionText({
    category,
    name: null,
    comparator: null,
    threshold: null,
    option: null,
    metric: null,
    ...over,
  });
}

describe('the text of a condition', () => {
  it.each([
    ['AVAIL_GOES_DOWN', 'Goes down'],
    ['AVAIL_GOES_DISABLED', 'Goes disabled'],
    ['AVAIL_GOES_UNKNOWN', 'Goes unknown'],
    ['AVAIL_GOES_UP', 'Goes up'],
    ['AVAIL_GOES_NOT_UP', 'Goes not up'],
  ])('describes the availability %s', (name, words) => {
    expect(toText('AVAILABILITY', { name })).toBe(`Availability [${words}]`);
  });

  it.each([
    ['AVAIL_DURATION_DOWN', '300', 'Availability Duration [Stays Down For 5m]'],
    ['AVAIL_DURATION_NOT_UP', '119', 'Availability Duration [Stays Not Up For 1m]'],
  ])('describes how long %s lasted', (name, option, text) => {
    expect(toText('AVAIL_DURATION', { name, option })).toBe(text);
  });

  it.each<[string, FiredCondition['category'], Partial<FiredCondition>]>([
    [
      'Metric Value Threshold [Heap Used > 1.5KB]',
      'THRESHOLD',
      { name: 'Heap Used', comparator: '>', threshold: 1536, metric: HEAP },
    ],
    ['Metric Value Threshold [gone > 1536.0]', 'THRESHOLD', { name: 'gone', comparator: '>', threshold: 1536 }],
    [
      "Call Time Value Threshold [Response Time MAX > 1.5s] with call destination matching '/shop'",
      'THRESHOLD',
      { name: '/shop', option: 'MAX', comparator: '>', threshold: 1500, metric: CALLS },
    ],
    [
      'Call Time Value Threshold [Response Time AVG < 1.0ms]',
      'THRESHOLD',
      { option: 'AVG', comparator: '<', threshold: 1, metric: CALLS },
    ],
    [
      'Metric Value Baseline [Heap Used > 20.0% of max]',
      'BASELINE',
      { name: 'Heap Used', comparator: '>', threshold: 0.2, option: 'max', metric: HEAP },
    ],
    ['Metric Value Change [Heap Used]', 'CHANGE', { name: 'Heap Used', metric: HEAP }],
    [
      'Call Time Value Changes [Response Time MIN Grows by at least 10.0%]',
      'CHANGE',
      { option: 'MIN', comparator: 'HI', threshold: 0.1, metric: CALLS },
    ],
    [
      "Call Time Value Changes [Response Time MIN Shrinks by at least 10.0%] with call destination matching 'a'",
      'CHANGE',
      { name: 'a', option: 'MIN', comparator: 'LO', threshold: 0.1, metric: CALLS },
    ],
    ['Trait Change [OS]', 'TRAIT', { name: 'OS' }],
    ["Trait Change [OS] with trait value matching '10.*'", 'TRAIT', { name: 'OS', option: '10.*' }],
    ['Operation Execution [stop] with result status [FAILURE]', 'CONTROL', { name: 'stop', option: 'FAILURE' }],
    ['Resource Configuration Change', 'RESOURCE_CONFIG', {}],
    ['Event Detection [WARN]', 'EVENT', { name: 'WARN' }],
    ["Event Detection [WARN] with event source matching 'slow'", 'EVENT', { name: 'WARN', option: 'slow' }],
    ['Drift Detection', 'DRIFT', {}],
    ['Drift Detection for files that match "etc"', 'DRIFT', { option: 'etc' }],
    ['Drift Detection for drift definition [conf]', 'DRIFT', { name: 'conf' }],
    [
      'Drift Detection for files that match "etc" and for drift detection [conf]',
      'DRIFT',
      { name: 'conf', option: 'etc' },
    ],
  ])('is %s', (text, category, over) => {
    expect(toText(category, over)).toBe(text);
  });

  it.each([
    ['<', 'between [1.0KB] and [2.0KB], exclusive'],
    ['<=', 'between [1.0KB] and [2.0KB], inclusive'],
    ['=', 'between [1.0KB] and [2.0KB], inclusive'],
    ['>', 'outside [1.0KB] and [2.0KB], exclusive'],
    ['>=', 'outside [1.0KB] and [2.0KB], inclusive'],
  ])('describes a range by %s', (comparator, words) => {
    const range = { name: 'Heap Used', comparator, threshold: 1.001 * 1024, option: '2048', metric: HEAP };
    expect(toText('RANGE', range)).toBe(`Metric Value Range: [Heap Used] ${words}`);
  });
});
