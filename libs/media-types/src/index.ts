export { type MediaType, SUFFIXES } from './negotiation/media-type';
export { MediaTypesModule } from './nest/media-types.module';
export { HandlerResponse, StreamedRecords, StreamedTable } from './nest/handler-response';
export { IfMatch, Precondition } from './nest/precondition';
export { RecordBody, RecordPipe, RecordsBody, XML_TYPES } from './nest/record-body.decorator';
export { type Parsed, type Sent, type SentBody, type SentList } from './nest/parsed';
export { IgnoredParametersGuard, getIgnoredParameters } from './nest/ignored-parameters';
export { NegotiatedType, requestedType } from './nest/negotiation.guard';
export { REPRESENTATION_OPTIONS, type RepresentationOptions } from './nest/production';
export { result } from './nest/result';
export { RepresentationAdapter } from './nest/representation-adapter';
export { documentedParameter, nameSettings } from './nest/document-representations';
export { pageErrorRenderer } from './nest/page-error-renderer';
export { sendBlocks, takesGzip } from './nest/stream-response';
export { BodyError } from './read/xml-tree';
export { readXmlRecords } from './read/read-xml-record';
export { type CsvRow, CsvTable, Figure, renderCsv } from './render/render-csv';
export { renderXml } from './render/render-xml';
export type { KnownAddresses, PageTools } from './render/page-tools';
export { factTable } from './render/render-html';
export { sentRecordSchema } from './record/json-schema';
export {
  LINKS,
  toListKind,
  type ListPage,
  one,
  type RecordView,
  type ShownMetric,
  TABLE,
  TEXTS,
} from './record/result-kind';
