export { AREA_TYPES } from './negotiation/media-type';
export type { MediaType, RecordMediaType } from './negotiation/media-type';
export { SUFFIXES } from './negotiation/suffix';
export { MediaTypesModule } from './nest/media-types.module';
export { Answer } from './nest/answer';
export { answerInJson } from './nest/answer-in-json';
export { IfMatch, Precondition } from './nest/precondition';
export { RecordBody, RecordsBody, XML_TYPES } from './nest/record-body.decorator';
export { SentRecord, SentRecords } from './nest/sent-record';
export { REPRESENTATION_OPTIONS } from './nest/representation-options';
export { NegotiatedType } from './nest/negotiation.guard';
export { Produces } from './nest/produces.decorator';
export type { ProducesOptions } from './nest/production';
export { nameSettings } from './nest/document-representations';
export { pageErrorRenderer } from './nest/page-error-renderer';
export { PageGuide } from './nest/page-guide';
export type { ShownResult } from './nest/page-guide';
export type { RepresentationOptions } from './nest/representation-options';
export { StreamedRecords } from './nest/streamed-records';
export { StreamedTable } from './nest/streamed-table';
export { requestedType } from './nest/requested-type';
export { BodyError } from './read/body-error';
export type { Sent } from './read/read-record';
export { readXmlRecord, readXmlRecords } from './read/read-xml-record';
export { XmlBodyError } from './read/xml-tree';
export type { PageFilter } from './render/page-filters';
export { CsvTable, Figure } from './render/render-csv';
export type { CsvCell, CsvRow } from './render/render-csv';
export { resultMarkup } from './render/render-html';
export { listTable } from './render/list-table';
export type { Column } from './render/list-table';
export { PageTools } from './render/page-tools';
export { renderXml } from './render/render-xml';
export type { KnownAddresses, PageSection, PageStep, PageSurroundings } from './render/page-tools';
export { badge, dateText, durationText, factTable } from './render/value-markup';
export type { Tone } from './render/value-markup';
export {
  double,
  flag,
  integer,
  integers,
  link,
  links,
  objectMap,
  record,
  records,
  text,
  textMap,
  texts,
  time,
} from './shape/field';

export { toLink } from './shape/link';
export type { Link } from './shape/link';
export { recordShape } from './shape/record-shape';
export type { Double, Field, FieldOptions, MapValue, RecordOf, RecordShape } from './shape/record-shape';
export { LINKS, TABLE, TEXTS, listOf, one } from './shape/result-kind';
export type { ListPage, ResultKind } from './shape/result-kind';
export { BOOLEAN_VALUE, DOUBLE_VALUE, INTEGER_VALUE, STRING_VALUE } from './shape/value-shapes';
export type { BooleanValue, DoubleValue, IntegerValue, StringValue } from './shape/value-shapes';
