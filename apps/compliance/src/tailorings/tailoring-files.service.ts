import { Injectable, StreamableFile } from '@nestjs/common';
import { HandlerResponse } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import type { RecordRequest } from '../api/request';
import { MEDIA_TYPE } from '../api/operation-parts';
import { renderBlueprint } from './domain/blueprint';
import { tailoringFileName } from './domain/file-name';
import { renderJsonTailoring } from './domain/json-tailoring';
import { tailoringChanges } from './domain/tailoring-changes';
import type { TailoringContent } from './domain/tailoring-content';
import { renderXccdfTailoring } from './domain/xccdf-tailoring';
import { type TailoringFacts, TailoringFilesQueries } from './tailoring-files.queries';
import { TailoringsService, tailoringNotFound } from './tailorings.service';

/** The tailoring equals its profile (rule compliance-18). */
const NO_FILE = new HandlerResponse(undefined, { status: 204 });
export type TailoringFile = StreamableFile | typeof NO_FILE;

/** Files that pass a tailoring to scanners and image builders (rules compliance-18, scap-5 to scap-7). */
@Injectable()
export class TailoringFilesService {
  constructor(
    private readonly queries: TailoringFilesQueries,
    private readonly tailorings: TailoringsService,
    private readonly clock: Clock,
  ) {}

  /** @throws policy_not_found, tailoring_not_found */
  async readXccdf(request: RecordRequest<'policy_id'>, givenId: string): Promise<TailoringFile> {
    const content = await this.findContent(request, givenId);
    if (!content) return NO_FILE;
    return toFile(content, 'xml', 'application/xml', renderXccdfTailoring(content, this.clock.now()));
  }

  /** @throws policy_not_found, tailoring_not_found */
  async readJson(request: RecordRequest<'policy_id'>, givenId: string): Promise<TailoringFile> {
    const content = await this.findContent(request, givenId);
    if (!content) return NO_FILE;
    return toFile(content, 'json', `${MEDIA_TYPE}; charset=utf-8`, renderJsonTailoring(content));
  }

  /** @throws policy_not_found, tailoring_not_found */
  async readToml(request: RecordRequest<'policy_id'>, givenId: string): Promise<StreamableFile> {
    const { id } = await this.tailorings.require(request, givenId);
    const blueprint = await this.queries.findBlueprint(request.caller.orgId, id);
    if (!blueprint) throw tailoringNotFound(givenId);
    return toFile(blueprint, 'toml', 'application/toml', renderBlueprint(blueprint));
  }

  private async findContent(
    request: RecordRequest<'policy_id'>,
    givenId: string,
  ): Promise<TailoringContent | undefined> {
    const { id } = await this.tailorings.require(request, givenId);
    const facts = await this.queries.findFacts(request.caller.orgId, id);
    if (!facts) throw tailoringNotFound(givenId);
    return toChanges(facts);
  }

  /** XCCDF text with this time; undefined if the tailoring equals its profile, or was deleted. */
  async renderXccdf(orgId: string, id: string, timeMs: number): Promise<string | undefined> {
    const facts = await this.queries.findFacts(orgId, id);
    const content = facts && toChanges(facts);
    return content && renderXccdfTailoring(content, timeMs);
  }
}

/** Undefined if the tailoring equals its profile. */
function toChanges(facts: TailoringFacts): TailoringContent | undefined {
  const { changedRules, groups, hasOwnValues, ...content } = facts;
  if (changedRules.length === 0 && !hasOwnValues) return undefined;
  return { ...content, changes: tailoringChanges(changedRules, groups) };
}

/** Bytes, because Express adds a charset to text, and clients compare the whole type. */
function toFile(
  { guideRefId, profileRefId }: { guideRefId: string; profileRefId: string },
  extension: string,
  type: string,
  text: string,
): StreamableFile {
  const bytes = Buffer.from(text);
  const disposition = `attachment; filename="${tailoringFileName(guideRefId, profileRefId, extension)}"`;
  return new StreamableFile(bytes, { type, disposition, length: bytes.length });
}
