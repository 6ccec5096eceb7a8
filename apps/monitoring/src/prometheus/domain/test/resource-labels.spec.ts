import { type Matcher, parseQuery } from '@wardstone/promql';
import { mayMatchOwn } from '../resource-labels';

const OF_DEFINITION = new Set(['__name__', 'type', 'plugin', 'category']);

function toMatchers(selector: string): readonly Matcher[] {
  const parsed = parseQuery(selector);
  return parsed.kind === 'selector' ? parsed.matchers : [];
}

describe('series of descriptors', () => {
  it.each([
    'cpu',
    '{platform="a",group=~".*,b,.*"}',
    'cpu{type!="Linux"}',
    'cpu{job!="dense"}',
    'cpu{job=""}',
    'cpu{job=~"|a"}',
  ])('may match %s', (selector) => {
    expect(mayMatchOwn(toMatchers(selector), OF_DEFINITION)).toBe(true);
  });

  it.each(['{job="dense"}', 'cpu{job=~".+"}', '{platform="a",le!=""}'])(
    'cannot match %s, which requires a label that they do not have',
    (selector) => {
      expect(mayMatchOwn(toMatchers(selector), OF_DEFINITION)).toBe(false);
    },
  );
});
