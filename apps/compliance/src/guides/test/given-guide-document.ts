import type { Requests } from '@wardstone/testing';
import type supertest from 'supertest';
import { BASE } from '../../test/use-compliance';
import {
  aBenchmark,
  aGroup,
  aProfile,
  aRule,
  aValue,
  refine,
  select,
} from '../../../../../libs/scap/test/datastream.builder';

export const GUIDES = `${BASE}/security_guides`;

/** Uploads a document as it is. */
export const upload = (api: Requests, document: string | Buffer, query = ''): supertest.Test =>
  api
    .post(`${GUIDES}${query && `?${query}`}`)
    .set('Content-Type', 'application/xml')
    .send(document);

/** Id of a guide that was just imported. */
export async function importGuide(api: Requests, document: string | Buffer, query = ''): Promise<string> {
  const { body } = await upload(api, document, query).expect(201);
  return (body as { data: { id: string } }).data.id;
}

export interface GuideShape {
  refId?: string;
  version?: string;
  title?: string;
  profiles?: readonly string[];
  groups?: readonly string[];
  rules?: readonly string[];
  values?: readonly string[];
  /** Additional content of rules, by id. */
  ofRules?: Readonly<Record<string, string>>;
}

export const DEFAULT_REF_ID = 'xccdf_org.test_benchmark_TEST-8';

/**
 * A guide of two profiles, two groups, three rules and two values. Every profile selects every rule and overrides every
 * value; every rule has a fix, a value check and the first group.
 */
export function aGuideDocument({
  refId = DEFAULT_REF_ID,
  version = '1.0',
  title = 'A guide',
  profiles = ['p1', 'p2'],
  groups = ['g1', 'g2'],
  rules = ['r1', 'r2', 'r3'],
  values = ['v1', 'v2'],
  ofRules = {},
}: GuideShape = {}): string {
  const ofProfile = rules.map((rule) => select(rule)).join('') + values.map((value) => refine(value)).join('');
  const checks = values.map((value) => `<x:check-export value-id="${value}"/>`).join('');
  const ofRule = `<x:check system="s">${checks}</x:check><x:fix system="urn:fix">fix of ${title}</x:fix>`;
  const allRules = rules.map((rule) => aRule(rule, (ofRules[rule] ?? '') + ofRule, 'selected="false"')).join('');
  const content = [
    `<x:title>${title}</x:title>`,
    ...profiles.map((profile) => aProfile(profile, `<x:title>${title} ${profile}</x:title>${ofProfile}`)),
    ...values.map((value) => aValue(value, `<x:value>${title}</x:value>`)),
    ...groups.map((group, index) => aGroup(group, index === 0 ? allRules : '')),
    groups.length === 0 ? allRules : '',
  ];
  return aBenchmark(content.join(''), { id: refId, version });
}
