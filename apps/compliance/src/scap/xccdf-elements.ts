import { DocumentError, tooComplex } from './document-error';
import { GUIDE_LIMITS } from './document-limits';
import { attributeOf } from './element-handler';
import type { XmlElement } from './guarded-xml-reader';

export const XCCDF_NAMESPACE = 'http://checklists.nist.gov/xccdf/1.2';

/** Local name of an XCCDF element; undefined for elements of other namespaces. */
export const xccdfName = (element: XmlElement): string | undefined =>
  element.uri === XCCDF_NAMESPACE ? element.local : undefined;

const DATASTREAM_NAMESPACE = 'http://scap.nist.gov/schema/scap/source/1.2';

/** Local name of an element of a source datastream; undefined for elements of other namespaces. */
export const datastreamName = (element: XmlElement): string | undefined =>
  element.uri === DATASTREAM_NAMESPACE ? element.local : undefined;

/** The element's id, which must be there. */
export function requiredId(element: XmlElement): string {
  const id = attributeOf(element, 'id');
  if (id === undefined || id === '') throw new DocumentError('invalid', `${element.local} without id`);
  return boundedId(id);
}

export function boundedId(id: string): string {
  if (id.length > GUIDE_LIMITS.idLength) throw tooComplex();
  return id;
}

/** An xs:boolean attribute. */
export function booleanAttribute(element: XmlElement, name: string, absent: boolean): boolean {
  const text = attributeOf(element, name)?.trim();
  return text === undefined ? absent : text === 'true' || text === '1';
}
