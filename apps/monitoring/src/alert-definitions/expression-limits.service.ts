import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { MonitoringConfig } from '../monitoring.config';
import { AlertDefinitionQueries, type Author, type NewCondition } from './alert-definition.queries';

/** Limits the number of expressions, because each is evaluated repeatedly. See rule alerts-65. */
@Injectable()
export class ExpressionLimits {
  constructor(
    private readonly queries: AlertDefinitionQueries,
    private readonly config: MonitoringConfig,
  ) {}

  /**
   * Call it after the conditions were stored.
   * @throws too_many_expressions
   */
  async require(tx: Transaction, conditions: readonly NewCondition[], { subject }: Author): Promise<void> {
    if (!conditions.some(({ category }) => category === 'EXPRESSION')) return;
    const { evaluated, own } = await this.queries.countExpressions(tx, subject);
    const { ALERT_EXPRESSIONS: all, ALERT_EXPRESSIONS_PER_ACCOUNT: perAccount } = this.config;
    if (own > perAccount) throw tooMany(`Your account has ${perAccount} expressions, which is the maximum`);
    if (evaluated > all) throw tooMany(`The installation evaluates ${all} expressions, which is the maximum`);
  }
}

function tooMany(detail: string): ApiError {
  return new ApiError(MonitoringError.too_many_expressions, detail);
}
