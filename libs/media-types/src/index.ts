export { AREA_TYPES, type MediaType, type RecordMediaType, SUFFIXES } from './negotiation/media-type';
export { MediaTypesModule } from './nest/media-types.module';
export { Answer, StreamedRecords, StreamedTable } from './nest/answer';
export { IfMatch, Precondition } from './nest/precondition';
export { RecordBody, RecordPipe, RecordsBody, XML_TYPES } from './nest/record-body.decorator';
export { type Parsed, type ParsedList, type Sent } from './nest/parsed';
export { IgnoredParametersGuard, ignoredParametersOf } from './nest/ignored-parameters';
export { NegotiatedType, requestedType } from './nest/negotiation.guard';
export { Produces } from './nest/produces.decorator';
export { type ProducesOptions, REPRESENTATION_OPTIONS, type RepresentationOptions } from './nest/production';
export { documentedParameter, nameSettings } from './nest/document-representations';
export { pageErrorRenderer } from './nest/page-error-renderer';
export { takesGzip } from './nest/stream-answer';
export { BodyError, XmlBodyError } from './read/xml-tree';
export { readXmlRecord, readXmlRecords } from './read/read-xml-record';
export { type CsvCell, type CsvRow, CsvTable, Figure, renderCsv } from './render/render-csv';
export { renderXml } from './render/render-xml';
export type { KnownAddresses, PageTools } from './render/page-tools';
export { factTable } from './render/render-html';
export { recordSchema, sentRecordSchema } from './record/json-schema';
export {
  LINKS,
  listOf,
  type ListPage,
  one,
  type RecordView,
  type ResultKind,
  TABLE,
  TEXTS,
} from './record/result-kind';
