const NAMESPACES =
  'xmlns:ds="http://scap.nist.gov/schema/scap/source/1.2" xmlns:x="http://checklists.nist.gov/xccdf/1.2" ' +
  'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:html="http://www.w3.org/1999/xhtml"';

export const REF_ID = 'xccdf_org.test_benchmark_TEST-8';

/** A bare benchmark with the given content; a version unless the content brings its own. */
export const aBenchmark = (
  content: string,
  { id = REF_ID, version = '1.0' }: { id?: string; version?: string } = {},
): string =>
  `<x:Benchmark ${NAMESPACES} id="${id}">${version === '' ? '' : `<x:version>${version}</x:version>`}${content}</x:Benchmark>`;

export const aComponent = (id: string, content: string): string => `<ds:component id="${id}">${content}</ds:component>`;

/** A datastream whose checklist refers to `checklist`; none when empty. */
export const aDatastream = (components: string, checklist = '#c1'): string =>
  `<?xml version="1.0" encoding="UTF-8"?><ds:data-stream-collection ${NAMESPACES}><ds:data-stream><ds:dictionaries>` +
  '<ds:component-ref xlink:href="#dictionary"/></ds:dictionaries>' +
  (checklist === '' ? '' : `<ds:checklists><ds:component-ref xlink:href="${checklist}"/></ds:checklists>`) +
  `</ds:data-stream>${components}</ds:data-stream-collection>`;

export const aRule = (id: string, content = '', attributes = ''): string =>
  `<x:Rule id="${id}" ${attributes}>${content}</x:Rule>`;

export const aGroup = (id: string, content = '', attributes = ''): string =>
  `<x:Group id="${id}" ${attributes}>${content}</x:Group>`;

export const aValue = (id: string, content = '<x:value>v</x:value>', attributes = ''): string =>
  `<x:Value id="${id}" ${attributes}>${content}</x:Value>`;

export const aProfile = (id: string, content = '', attributes = ''): string =>
  `<x:Profile id="${id}" ${attributes}>${content}</x:Profile>`;

export const select = (idref: string, selected = true): string => `<x:select idref="${idref}" selected="${selected}"/>`;

export const refine = (idref: string, selector?: string): string =>
  `<x:refine-value idref="${idref}"${selector === undefined ? '' : ` selector="${selector}"`}/>`;
