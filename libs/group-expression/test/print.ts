import type { GroupExpression, Statement } from '@wardstone/group-expression';
import { printPath } from '../src/check-together';

/** The lines of an expression in their normal form: dots, keywords as the documentation writes them. */
export function printGroupExpression(expression: GroupExpression): string[] {
  return expression.map(printStatement);
}

function printStatement(statement: Statement): string {
  switch (statement.type) {
    case 'filter': {
      const { path, comparison, value } = statement;
      return `${printPath(path)}${comparison === 'equals' ? '' : `.${comparison}`} = ${value}`;
    }
    case 'emptiness':
      return `${statement.isEmpty ? 'empty' : 'not empty'} ${printPath(statement.path)}`;
    case 'pivot':
      return `groupby ${printPath(statement.path)}`;
    case 'membership':
      return `memberof = ${statement.group}`;
  }
}
