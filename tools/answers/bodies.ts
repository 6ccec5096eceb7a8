/** A body with a description of its fault. */
export interface Variant {
  label: string;
  body: string | Buffer;
}

const WRONG_VALUES: readonly unknown[] = [null, '', 'wrong', -1, 1.5, true, {}, 'x'.repeat(5_001)];
const WRONG_TEXTS = ['', 'wrong', '-1', '<deep>1</deep>', 'x'.repeat(5_001)];
/** Beyond this number of fields, only neighbours are paired. */
const MAX_PAIRED = 4;

type Json = Record<string, unknown>;

const BROKEN_JSON = [
  '{',
  '{"a":',
  '[]',
  '[[]]',
  'null',
  '"text"',
  '1',
  '{}',
  '',
  '{"__proto__":1}',
  '[null]',
  '\uFEFF{}',
];
const BROKEN_XML = [
  '<a',
  '<a></b>',
  '<nonsense/>',
  '',
  'text',
  '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>',
  '<a>&nothing;</a>',
];

/** Variants of a JSON body with one error, then with several, to show which of them is reported first. */
export function jsonVariants(body: unknown, others: readonly string[]): Variant[] {
  const broken = BROKEN_JSON.map((text) => ({ label: `broken ${text}`, body: text }));
  const record = (Array.isArray(body) ? body[0] : body) as unknown;
  if (typeof record !== 'object' || record === null) return broken;
  const wrap = (changed: Json, label: string): Variant => ({
    label,
    body: JSON.stringify(Array.isArray(body) ? [changed] : changed),
  });
  const fields = record as Json;
  const names = [...Object.keys(fields), ...others];
  const single = names.flatMap((name) => [
    ...WRONG_VALUES.map((value) => wrap({ ...fields, [name]: value }, `${name} = ${shown(value)}`)),
    ...(name in fields ? [wrap(without(fields, name), `without ${name}`)] : []),
    ...nestedVariants(fields, name, wrap),
  ]);
  const both = pairs(names).map(([a, b]) => wrap({ ...fields, [a]: {}, [b]: {} }, `wrong ${a} and ${b}`));
  const allWrong = (from: number): Json => Object.fromEntries(names.slice(from).map((name) => [name, { no: [] }]));
  const many = names.map((name, at) => wrap({ ...fields, ...allWrong(at) }, `wrong from ${name} on`));
  return [
    ...single,
    ...both,
    ...many,
    wrap(Object.fromEntries(Object.entries(fields).reverse()), 'in the other order'),
    wrap({ ...fields, nonsense: 1 }, 'unknown field'),
    wrap({ nonsense: 1, ...allWrong(0) }, 'unknown field, and all wrong'),
    ...broken,
  ];
}

/** The same one level down: in a record, or in the first record of a list. */
function nestedVariants(fields: Json, name: string, wrap: (changed: Json, label: string) => Variant): Variant[] {
  const value = fields[name];
  const inner = (Array.isArray(value) ? value[0] : value) as unknown;
  if (typeof inner !== 'object' || inner === null) {
    if (!Array.isArray(value)) return [];
    return [null, 1, {}, 'wrong'].map((item) => wrap({ ...fields, [name]: [item] }, `${name} = [${shown(item)}]`));
  }
  const put = (changed: unknown): Json => ({ ...fields, [name]: Array.isArray(value) ? [changed] : changed });
  const record = inner as Json;
  const variants = Object.keys(record).flatMap((field) => [
    ...[null, 'wrong', -1, [], {}].map((item) =>
      wrap(put({ ...record, [field]: item }), `${name}.${field} = ${shown(item)}`),
    ),
    wrap(put(without(record, field)), `without ${name}.${field}`),
  ]);
  return [...variants, wrap(put({ ...record, nonsense: 1 }), `unknown field in ${name}`)];
}

const LEAF = /<([\w-]+)(?: [^<>]*)?>([^<>]*)<\/\1>/g;
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;

/** Variants of an XML body: each element and attribute, and adjacent pairs. */
export function xmlVariants(xml: string): Variant[] {
  const start = xml.indexOf('?>') < 0 ? 0 : xml.indexOf('?>') + 2;
  const head = xml.slice(0, start);
  const text = xml.slice(start);
  const leaves = [...text.matchAll(LEAF)].map(({ 0: whole, 1: name = '', 2: value = '', index }) => ({
    name,
    whole,
    index,
    put: (wrong: string) => whole.replace(`>${value}</`, `>${wrong}</`),
  }));
  const attributes = [...text.matchAll(ATTRIBUTE)]
    .filter(([, name = '']) => !name.startsWith('xmlns'))
    .map(({ 0: whole, 1: name = '', index }) => ({
      name,
      whole,
      index,
      put: (wrong: string) => `${name}="${wrong.replaceAll('<', '&lt;')}"`,
    }));
  const parts = [...leaves, ...attributes].filter(({ name }) => !['rel', 'href', 'type'].includes(name));
  const replaced = (changes: readonly { index: number; whole: string; by: string }[]): string =>
    [...changes]
      .sort((a, b) => b.index - a.index)
      .reduce((all, { index, whole, by }) => all.slice(0, index) + by + all.slice(index + whole.length), text);
  const one = parts.flatMap(({ name, whole, index, put }) => [
    ...WRONG_TEXTS.map((wrong) => ({
      label: `${name} = ${shown(wrong)}`,
      body: replaced([{ index, whole, by: put(wrong) }]),
    })),
    { label: `without ${name}`, body: replaced([{ index, whole, by: '' }]) },
    { label: `${name} twice`, body: replaced([{ index, whole, by: `${whole} ${whole}` }]) },
  ]);
  const several = parts.map((part, at) => ({
    label: `wrong from ${part.name} on`,
    body: replaced(parts.slice(at).map(({ index, whole, put }) => ({ index, whole, by: put('<no/>') }))),
  }));
  const closing = text.lastIndexOf('</');
  const unknown = closing < 0 ? text : `${text.slice(0, closing)}<nonsense>1</nonsense>${text.slice(closing)}`;
  return [
    ...one,
    ...several,
    { label: 'unknown element', body: unknown },
    { label: 'comment', body: text.replace('>', '><!-- c -->') },
    ...BROKEN_XML.map((broken) => ({ label: `broken ${broken}`, body: broken })),
  ].map(({ label, body }) => ({ label, body: label.startsWith('broken') ? body : head + body }));
}

/** Variants of a form with one invalid field. */
export function formVariants(fields: Json): Variant[] {
  const written = (changed: Json): string => new URLSearchParams(changed as Record<string, string>).toString();
  return [
    ...Object.keys(fields).flatMap((name) => [
      ...['', 'wrong', '-1', '1.5'].map((value) => ({
        label: `${name} = ${value}`,
        body: written({ ...fields, [name]: value }),
      })),
      { label: `without ${name}`, body: written(without(fields, name)) },
      { label: `${name} twice`, body: `${written(fields)}&${name}=x` },
    ]),
    { label: 'unknown field', body: written({ ...fields, nonsense: '1' }) },
    { label: 'empty', body: '' },
    { label: 'broken', body: '%zz=%' },
  ];
}

function pairs(names: readonly string[]): [string, string][] {
  const isNear = (a: number, b: number): boolean => names.length <= MAX_PAIRED || b === a + 1;
  return names.flatMap((a, at) =>
    names.slice(at + 1).flatMap((b, n): [string, string][] => (isNear(at, at + 1 + n) ? [[a, b]] : [])),
  );
}

function without(fields: Json, name: string): Json {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 20);
}
