import { readMetricsJson } from '../src/otlp/otlp-json';
import { RejectedPoints, readOtlpSeries } from '../src/otlp/otlp-series';

describe('scopes of an OTLP request without series', () => {
  const gauge = { name: 'load', gauge: { dataPoints: [{ timeUnixNano: '1795471800123000000', asDouble: 1 }] } };
  const wide = (count: number): object => {
    const attributes = Array.from({ length: count }, (_none, n) => ({ key: `a${n}`, value: { stringValue: 'x' } }));
    return { scope: { attributes }, metrics: [gauge] };
  };
  const withScopes = (scopeMetrics: object[]) => readMetricsJson({ resourceMetrics: [{ resource: {}, scopeMetrics }] });

  it.each([65, 1_001])('are refused for %i attributes', (count) => {
    const rejected = new RejectedPoints();
    expect([...readOtlpSeries(withScopes([wide(count)]), rejected)].filter((one) => one !== undefined)).toEqual([]);
    expect(rejected.count).toBe(1);
    expect([...rejected.reasons]).toEqual([expect.stringContaining('its scope are more than 64')]);
  });

  it.each([
    ['are refused', wide(100)],
    ['are empty', { ...wide(60), metrics: [] }],
    ['have no points', { metrics: [{ name: 'empty' }] }],
  ])('give way to other requests when they %s', (_what, scope) => {
    const request = withScopes(Array.from({ length: 500 }, () => scope));
    const steps = [...readOtlpSeries(request, new RejectedPoints())];
    expect(steps.length).toBeGreaterThanOrEqual(500);
    expect(steps.filter((one) => one !== undefined)).toEqual([]);
  });
});
