import { DocumentError, tooComplex } from './document-error';
import { GUIDE_LIMITS } from './document-limits';
import { getAttribute } from './element-handler';
import type { XmlElement } from './guarded-xml-reader';

const XCCDF = 'http://checklists.nist.gov/xccdf/';
const XCCDF_1_1 = `${XCCDF}1.1`;
const XCCDF_1_2 = `${XCCDF}1.2`;
const BENCHMARK_MARK = '_benchmark_';

/** Local name of an element of XCCDF 1.1 or 1.2; undefined for elements of other namespaces. */
export const xccdfName = (element: XmlElement): string | undefined =>
  element.uri === XCCDF_1_2 || element.uri === XCCDF_1_1 ? element.local : undefined;

/** The XCCDF version of an element, supported or not; undefined for other elements. */
export const xccdfVersion = (element: XmlElement): string | undefined =>
  element.uri.startsWith(XCCDF) ? element.uri.slice(XCCDF.length) : undefined;

/** Whether the id is valid for a benchmark: XCCDF 1.2 defines its format, 1.1 does not. */
export const isBenchmarkId = (element: XmlElement, id: string): boolean =>
  element.uri === XCCDF_1_1 ? id !== '' : id.includes(BENCHMARK_MARK);

const DATASTREAM_NAMESPACE = 'http://scap.nist.gov/schema/scap/source/1.2';

/** Local name of an element of a source datastream; undefined for elements of other namespaces. */
export const datastreamName = (element: XmlElement): string | undefined =>
  element.uri === DATASTREAM_NAMESPACE ? element.local : undefined;

/** The required id of the element. */
export function requiredId(element: XmlElement): string {
  const id = getAttribute(element, 'id');
  if (id === undefined || id === '') throw new DocumentError('invalid', `${element.local} without id`);
  return boundedId(id);
}

export function boundedId(id: string): string {
  if (id.length > GUIDE_LIMITS.idLength) throw tooComplex();
  return id;
}

/** Reads an xs:boolean attribute. */
export function booleanAttribute(element: XmlElement, name: string, absent: boolean): boolean {
  const text = getAttribute(element, name)?.trim();
  return text === undefined ? absent : text === 'true' || text === '1';
}
