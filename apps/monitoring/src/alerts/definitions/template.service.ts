import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { Transaction } from '@wardstone/database';
import { propagate } from '../domain/propagation';
import { MetricFacts } from '../engine/metric-facts.service';
import { ProgressQueries } from '../engine/progress.queries';
import { TemplateQueries } from './template.queries';

/** Keeps the children of definitions of groups and types. Source: media spec 7.8. */
@Injectable()
export class TemplateService {
  constructor(
    @Inject(TemplateQueries) private readonly queries: TemplateQueries,
    @Inject(ProgressQueries) private readonly progress: ProgressQueries,
    @Inject(MetricFacts) private readonly metricFacts: MetricFacts,
    @Inject(Database) private readonly db: Database,
  ) {}

  /**
   * The template has changed: every resource gets a child, and every child becomes like it again.
   *
   * @param resets children forget what they have in the works.
   */
  async spreadChange(tx: Transaction, templateId: number, { resets }: { resets: boolean }): Promise<void> {
    const plan = await this.plan(tx, templateId);
    if (!plan) return;
    const updated = plan.update.map(({ id }) => id);
    await this.queries.update(tx, templateId, plan.update);
    await this.queries.copy(tx, 'alert_condition', templateId, updated);
    await this.queries.copy(tx, 'alert_notification', templateId, updated);
    await this.progress.noteChange(tx, updated, { resets });
    await this.progress.rememberPresent(tx, updated);
    await this.addAndRemove(tx, templateId, plan);
  }

  /** The resources of the template have changed; children that are there stay as they are. */
  async followResources(templateId: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const plan = await this.plan(tx, templateId);
      if (plan) await this.addAndRemove(tx, templateId, plan);
    });
    await this.metricFacts.rememberLatest([templateId]);
  }

  private async plan(tx: Transaction, templateId: number): Promise<ReturnType<typeof propagate> | undefined> {
    const template = await this.queries.lock(tx, templateId);
    if (!template) return undefined;
    return propagate(
      template,
      await this.queries.listResources(tx, templateId),
      await this.queries.listChildren(tx, templateId),
      await this.queries.listChildren(tx, template.recoveryId),
    );
  }

  private async addAndRemove(
    tx: Transaction,
    templateId: number,
    { create, remove }: Pick<ReturnType<typeof propagate>, 'create' | 'remove'>,
  ): Promise<void> {
    const created = await this.queries.create(tx, templateId, create);
    await this.queries.copy(tx, 'alert_condition', templateId, created);
    await this.queries.copy(tx, 'alert_notification', templateId, created);
    await this.queries.remove(tx, remove);
    await this.progress.noteChange(tx, [...created, ...remove], { resets: true });
    await this.progress.rememberPresent(tx, created);
  }
}
