import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { type AuditNote, changeFacts, type Client, HeavyWork } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import type { ChecklistImportQuery, ChecklistImportRecord } from '@wardstone/dto/compliance';
import {
  type Checklist,
  CHECKLIST_LIMITS,
  type ChecklistForm,
  ChecklistReader,
  DOCUMENT_LIMITS,
  DOCUMENT_PATIENCE_MS,
  renderCkl,
  renderCklb,
} from '@wardstone/scap';
import { paceBlocks } from '@wardstone/turns';
import { systemNotFound } from '../api/record-errors';
import type { ListRequest, RecordRequest } from '../api/request';
import { readDocument } from '../scap/document-reading';
import type { DocumentSource } from '../scap/document-stream';
import { toSystemReach } from '../systems/domain/system-reach';
import { WaiversService } from '../waivers/waivers.service';
import { type ChecklistPlace, ChecklistsQueries } from './checklists.queries';
import { type ChecklistRule, guideChecklist } from './domain/guide-checklist';
import { compareChecklist, type KeptChecklist, mergeChecklist } from './domain/kept-checklist';

type Parents = 'report_id' | 'system_id';

export interface ReceivedChecklist extends DocumentSource {
  readonly form: ChecklistForm;
}

const LIMITS = { ...DOCUMENT_LIMITS, rawBytes: CHECKLIST_LIMITS.rawBytes, decodedBytes: CHECKLIST_LIMITS.decodedBytes };
const FILES = {
  ckl: { type: 'application/xml', render: renderCkl },
  cklb: { type: 'application/json', render: renderCklb },
} as const;
/** Over all accounts; a single one gets half of them. */
const IMPORTS_AT_ONCE = 2;
const YEAR_MS = 365 * 86_400_000;
const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Export and import of checklists for a system and policy (rule compliance-46). */
@Injectable()
export class ChecklistsService {
  /** Apart from other expensive requests, because clients may send documents slowly. */
  private readonly reading = new HeavyWork(IMPORTS_AT_ONCE, { patienceMs: DOCUMENT_PATIENCE_MS });

  constructor(
    private readonly queries: ChecklistsQueries,
    private readonly waivers: WaiversService,
    private readonly heavyWork: HeavyWork,
    private readonly clock: Clock,
  ) {}

  /** @throws system_not_found, too_many_heavy_requests */
  async read(request: RecordRequest<Parents>, form: ChecklistForm, client: Client): Promise<StreamableFile> {
    const { caller } = request;
    const place = await this.requirePlace(request);
    const turn = await this.heavyWork.begin(client);
    const { own } = await this.make(caller, place);
    const kept = await this.queries.findKept(caller.orgId, place);
    const checklist = mergeChecklist(own, kept && (JSON.parse((await decompress(kept)).toString()) as KeptChecklist));
    const { type, render } = FILES[form];
    const day = new Date(this.clock.now()).toISOString().slice(0, 10);
    const disposition = `attachment; filename="checklist-${place.system_id}-${day}.${form}"`;
    const chunks = turn.share(paceBlocks(render(checklist)));
    return new StreamableFile(Readable.from(chunks, { objectMode: false }), { type, disposition });
  }

  /**
   * Stores the fields of a checklist that differ from guide, scan and waivers, and requests a waiver for each result
   * that differs and each severity that is lower.
   * @throws system_not_found, invalid_document, record_invalid, payload_too_large, processing_timed_out,
   * too_many_waivers, too_many_heavy_requests
   */
  async import(
    request: ListRequest<Parents, ChecklistImportQuery>,
    document: ReceivedChecklist,
    client: Client,
    note: AuditNote,
  ): Promise<ChecklistImportRecord> {
    const { caller, expires_at } = request;
    const place = await this.requirePlace(request);
    await this.reading.begin(client);
    const given = await readDocument(new ChecklistReader(document.form), document, LIMITS);
    await this.heavyWork.begin(client);
    const { own, rules } = await this.make(caller, place);
    const { kept, stated, matchedCount, unknownCount } = await compareChecklist(given, own, rules);
    const at = new Date(this.clock.now());
    const requested = await this.waivers.requestReviews(caller, {
      policyId: place.policy_id,
      systemId: place.system_id,
      stated,
      expiresAt: expires_at ?? new Date(at.getTime() + YEAR_MS),
    });
    const bytes = await compress(JSON.stringify(kept));
    await this.queries.keep(caller.orgId, place, { kept: bytes, at, by: caller.username });
    const thing = { kind: 'policy', id: place.policy_id, name: place.policy_title } as const;
    note(changeFacts(thing, {}, { checklist: place.display_name, requested_reviews: requested }));
    return {
      id: place.system_id,
      type: 'checklist_import',
      matched_rule_count: matchedCount,
      unknown_rule_count: unknownCount,
      requested_review_count: requested,
    };
  }

  private async requirePlace({ caller, parents, givenParents }: RecordRequest<Parents>): Promise<ChecklistPlace> {
    const { report_id: policyId, system_id: systemId } = parents;
    const place = await this.queries.findPlace(caller.orgId, toSystemReach(caller), { policyId, systemId });
    if (!place) throw systemNotFound(givenParents.system_id);
    return place;
  }

  private async make(
    { orgId }: CallerIdentity,
    place: ChecklistPlace,
  ): Promise<{ own: Checklist; rules: readonly ChecklistRule[] }> {
    const rules = await this.queries.findRules(orgId, place, new Date(this.clock.now()));
    return { own: guideChecklist(place, rules), rules };
  }
}
