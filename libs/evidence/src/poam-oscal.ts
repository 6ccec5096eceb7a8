import type { EvidenceHead, ReadSystems } from './evidence';
import { jsonItems } from './json-list';
import { namedUuid } from './named-uuid';
import { describe, groupProperties, loweringProperties, toMarkup, OSCAL_VERSION, property } from './oscal-texts';
import { literalMarkdown } from './literal-markdown';
import { type PoamItem, poamStatus, readPoamItems } from './poam-items';

/**
 * A plan of action and milestones of OSCAL 1.1: an item with its risk for each failed rule with each of its plans or
 * exceptions.
 */
export async function* writePoamOscal(head: EvidenceHead, readSystems: ReadSystems): AsyncIterable<string> {
  const { policy, madeAt, at } = head;
  const items = await readPoamItems(readSystems('failed'));
  const start = {
    uuid: namedUuid('poam', policy.id, madeAt.toISOString()),
    metadata: {
      title: toMarkup(policy.title, 'Policy'),
      'last-modified': madeAt.toISOString(),
      version: at.toISOString(),
      'oscal-version': OSCAL_VERSION,
      props: [property('policy-id', policy.id), property('profile', policy.profile_ref_id), ...groupProperties(head)],
    },
    'system-id': { id: policy.id },
  };
  yield `{"plan-of-action-and-milestones":${JSON.stringify(start).slice(0, -1)}`;
  if (items.length > 0) {
    yield `,"local-definitions":{"inventory-items":[\n`;
    yield* jsonItems(each(distinctSystems(items), toInventoryItem));
    yield `\n]},"observations":[\n`;
    yield* jsonItems(each(items, (item) => toObservation(item, head)));
    yield `\n],"risks":[\n`;
    yield* jsonItems(each(items, (item) => toRisk(item, head)));
    yield '\n]';
  }
  yield `,"poam-items":[\n`;
  yield* jsonItems(items.length > 0 ? each(items, (item) => toItem(item, head)) : each([head], noItem));
  yield '\n]}}\n';
}

async function* each<T>(given: Iterable<T>, make: (one: T) => object): AsyncIterable<object> {
  for (const one of given) yield await Promise.resolve(make(one));
}

type System = PoamItem['systems'][number];

const distinctSystems = (items: readonly PoamItem[]): Iterable<System> =>
  new Map(items.flatMap(({ systems }) => systems.map((system) => [system.id, system]))).values();

const toInventoryItem = ({ id, display_name }: System): object => ({
  uuid: namedUuid('system', id),
  description: toMarkup(display_name, id),
  props: [property('system-id', id)],
});

const uuidFor = (kind: string, { policy }: EvidenceHead, { rule, plan, waiver, lowering }: PoamItem): string =>
  namedUuid(kind, policy.id, rule.ref_id, plan?.id ?? '', waiver?.id ?? '', ...(lowering ? [lowering.id] : []));

const toObservation = (item: PoamItem, head: EvidenceHead): object => ({
  uuid: uuidFor('poam observation', head, item),
  title: toMarkup(item.rule.title, item.rule.ref_id),
  description: describe(item.rule, `failed on ${item.systems.length} systems.`),
  methods: ['TEST'],
  types: ['finding'],
  subjects: item.systems.map(({ id }) => ({ 'subject-uuid': namedUuid('system', id), type: 'inventory-item' })),
  collected: item.collected.toISOString(),
});

function toRisk(item: PoamItem, head: EvidenceHead): object {
  const { rule, plan, waiver } = item;
  const deadline = plan?.due ?? waiver?.expires_at;
  return {
    uuid: uuidFor('poam risk', head, item),
    title: toMarkup(rule.title, rule.ref_id),
    description: describe(rule, poamStatus(item, head.at)),
    statement: literalMarkdown(waiver?.reason ?? plan?.reason ?? 'The rule fails.'),
    status: waiver ? 'deviation-approved' : plan ? 'remediating' : 'open',
    ...(deadline && { deadline: deadline.toISOString() }),
    ...(plan && {
      remediations: [
        {
          uuid: uuidFor('poam remediation', head, item),
          lifecycle: 'planned',
          title: toMarkup(rule.title, rule.ref_id),
          description: literalMarkdown(plan.reason),
          props: [property('owner', plan.owner), property('waiver-id', plan.id)],
          tasks: [
            {
              uuid: uuidFor('poam task', head, item),
              type: 'milestone',
              title: 'Fixed',
              timing: { 'on-date': { date: plan.due.toISOString() } },
            },
          ],
        },
      ],
    }),
  };
}

const toItem = (item: PoamItem, head: EvidenceHead): object => ({
  uuid: uuidFor('poam item', head, item),
  title: toMarkup(item.rule.title, item.rule.ref_id),
  description: describe(item.rule, `failed on ${item.systems.length} systems.`),
  props: [
    property('rule', item.rule.ref_id),
    property('severity', item.rule.severity),
    ...loweringProperties(item.lowering),
    property('status', poamStatus(item, head.at)),
    ...(item.plan ? [property('owner', item.plan.owner), property('due', item.plan.due.toISOString())] : []),
    ...item.rule.controls.map((control) => property('control', control)),
  ],
  'related-observations': [{ 'observation-uuid': uuidFor('poam observation', head, item) }],
  'related-risks': [{ 'risk-uuid': uuidFor('poam risk', head, item) }],
});

/** The format requires at least one item. */
const noItem = ({ policy }: EvidenceHead): object => ({
  uuid: namedUuid('poam item', policy.id),
  title: 'No finding',
  description: 'No rule fails.',
});
