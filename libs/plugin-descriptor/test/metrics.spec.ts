import type { MetricDefinition, ResourceCategory } from '../src/plugin-model';
import { read, getRefusal, resolve, serverWith } from './descriptor.builder';

/** The metrics of a type of that category, without the built-in one. */
const getMetrics = (content: string, category: ResourceCategory = 'SERVER'): readonly MetricDefinition[] => {
  const element = category.toLowerCase();
  const [type] = resolve(read(`<${element} name="T">${content}</${element}>`)).types;
  return type?.metrics.filter(({ dataType }) => dataType !== 'AVAILABILITY') ?? [];
};

describe('metrics of a descriptor', () => {
  it('have defaults for everything they do not declare', () => {
    expect(getMetrics('<metric property="activeThreads"/>')).toEqual([
      {
        name: 'activeThreads',
        isPerMinute: false,
        displayName: 'Active Threads',
        description: 'Active Threads',
        unit: 'NONE',
        category: 'PERFORMANCE',
        dataType: 'MEASUREMENT',
        numericType: 'DYNAMIC',
        displayType: 'DETAIL',
        isOnByDefault: false,
        defaultIntervalMs: 1_200_000,
        destinationType: null,
      },
    ]);
  });

  it('are described by their display name by default', () => {
    expect(
      getMetrics('<metric property="a" displayName="The A"/><metric property="b" description="More"/>'),
    ).toMatchObject([
      { displayName: 'The A', description: 'The A' },
      { displayName: 'B', description: 'More' },
    ]);
  });

  it.each<[ResourceCategory, string, string, number]>([
    ['PLATFORM', 'measurement', 'summary', 600_000],
    ['PLATFORM', 'measurement', 'detail', 1_200_000],
    ['SERVER', 'measurement', 'summary', 600_000],
    ['SERVER', 'measurement', 'detail', 1_200_000],
    ['SERVICE', 'measurement', 'summary', 1_200_000],
    ['SERVICE', 'measurement', 'detail', 2_400_000],
    ['PLATFORM', 'trait', 'summary', 86_400_000],
    ['SERVICE', 'trait', 'detail', 86_400_000],
    ['SERVER', 'calltime', 'summary', 600_000],
    ['SERVICE', 'calltime', 'detail', 600_000],
  ])('of a %s, %s and %s, are collected every %d ms', (category, dataType, displayType, expected) => {
    const metric = `<metric property="m" dataType="${dataType}" displayType="${displayType}" units="milliseconds"/>`;
    expect(getMetrics(metric, category)[0]?.defaultIntervalMs).toBe(expected);
  });

  it.each([
    ['60000', 60_000],
    ['30000', 30_000],
    ['29999', 30_000],
    ['0', 30_000],
    ['-5', 30_000],
    ['soon', 1_200_000],
  ])('with defaultInterval="%s" are collected every %d ms', (attribute, expected) => {
    expect(getMetrics(`<metric property="m" defaultInterval="${attribute}"/>`)[0]?.defaultIntervalMs).toBe(expected);
  });

  it.each([
    ['displayType="summary"', true],
    ['displayType="summary" defaultOn="false"', true],
    ['displayType="detail" defaultOn="true"', true],
    ['defaultOn="1"', true],
    ['defaultOn="0"', false],
    ['', false],
  ])('with %s are on by default: %s', (attributes, expected) => {
    expect(getMetrics(`<metric property="m" ${attributes}/>`)[0]?.isOnByDefault).toBe(expected);
  });

  it.each(['trendsup', 'trendsdown'])('that are %s become a raw and a per-minute one, side by side', (trend) => {
    const attributes = 'displayType="summary" units="bytes" category="throughput" defaultInterval="45000"';
    const metrics = getMetrics(
      `<metric property="in" measurementType="${trend}" ${attributes}/><metric property="next"/>`,
      'SERVICE',
    );
    expect(metrics).toMatchObject([
      {
        name: 'in',
        isPerMinute: false,
        displayName: 'In',
        numericType: trend.toUpperCase(),
        displayType: 'DETAIL',
        isOnByDefault: false,
        defaultIntervalMs: 45_000,
        unit: 'BYTES',
        category: 'THROUGHPUT',
      },
      {
        name: 'in',
        isPerMinute: true,
        displayName: 'In per Minute',
        numericType: 'DYNAMIC',
        displayType: 'SUMMARY',
        isOnByDefault: true,
        defaultIntervalMs: 45_000,
        unit: 'BYTES',
        category: 'THROUGHPUT',
      },
      { name: 'next' },
    ]);
  });

  it('apply the switch of a detailed trend only to the per-minute one', () => {
    const metrics = getMetrics('<metric property="m" measurementType="trendsup" defaultOn="true"/>');
    expect(metrics.map(({ isOnByDefault, displayType }) => [isOnByDefault, displayType])).toEqual([
      [false, 'DETAIL'],
      [true, 'DETAIL'],
    ]);
  });

  it.each(['trait', 'calltime'])('that are a %s have no trend', (dataType) => {
    const metrics = getMetrics(
      `<metric property="m" dataType="${dataType}" measurementType="trendsup" units="milliseconds"/>`,
    );
    expect(metrics.map(({ numericType }) => numericType)).toEqual(['DYNAMIC']);
  });

  it('may name a destination only if they measure calls', () => {
    const metrics = getMetrics(
      '<metric property="a" dataType="calltime" units="milliseconds" destinationType="URL"/>' +
        `<metric property="b" dataType="calltime" units="milliseconds" destinationType="${'x'.repeat(101)}"/>` +
        '<metric property="c" destinationType="URL"/>',
    );
    expect(metrics.map(({ destinationType }) => destinationType)).toEqual(['URL', null, null]);
  });

  it.each(['', 'units="seconds"', 'units="millis"'])('that measure calls with %s are refused', (units) => {
    expect(getRefusal(() => getMetrics(`<metric property="m" dataType="calltime" ${units}/>`))).toBe(
      'Element "metric" "m" measures calls in a unit other than milliseconds (line 2)',
    );
  });

  it('count once where a name is declared twice', () => {
    const metrics = getMetrics('<metric property="m" displayName="First"/><metric property="m" displayName="Second"/>');
    expect(metrics.map(({ displayName }) => displayName)).toEqual(['First']);
  });

  it.each([
    ['fahrenheit', 'FAHRENHEIGHT'],
    ['epoch_milliseconds', 'EPOCH_MILLISECONDS'],
    ['percentage', 'PERCENTAGE'],
    ['jiffys', 'JIFFYS'],
    ['PERCENTAGE', 'NONE'],
    ['parsecs', 'NONE'],
  ])('in %s have the unit %s', (units, expected) => {
    expect(getMetrics(`<metric property="m" units="${units}"/>`)[0]?.unit).toBe(expected);
  });
});

describe('the built-in availability metric', () => {
  const availability = (element: string, content = ''): unknown =>
    resolve(read(`<${element} name="T">${content}<metric property="last"/></${element}>`)).types[0]?.metrics.at(-1);

  it.each([
    ['server', 60_000],
    ['service', 600_000],
  ])('is the last one of every %s, on, every %d ms', (element, defaultIntervalMs) => {
    expect(availability(element)).toEqual({
      ...getMetrics('<metric property="rhq.availability.plain" displayName="Availability"/>')[0],
      name: 'rhq.availability',
      category: 'AVAILABILITY',
      dataType: 'AVAILABILITY',
      isOnByDefault: true,
      defaultIntervalMs,
      destinationType: null,
    });
  });

  it('does not exist on platforms, even where one is declared', () => {
    const [platform] = resolve(read('<platform name="T"><metric property="rhq.availability"/></platform>')).types;
    expect(platform?.metrics).toEqual([]);
  });

  it('takes only interval and switch from a declaration', () => {
    const declaration =
      '<metric property="rhq.availability" displayName="Mine" dataType="trait" units="bytes" displayType="summary"' +
      ' defaultInterval="300000" defaultOn="false"/>';
    expect(availability('service', declaration)).toMatchObject({
      displayName: 'Availability',
      dataType: 'AVAILABILITY',
      unit: 'NONE',
      displayType: 'DETAIL',
      defaultIntervalMs: 300_000,
      isOnByDefault: false,
    });
  });

  it('keeps its defaults where a declaration has neither', () => {
    const { metrics } = serverWith('<metric property="rhq.availability"/>');
    expect(metrics).toMatchObject([{ defaultIntervalMs: 60_000, isOnByDefault: true }]);
  });
});
