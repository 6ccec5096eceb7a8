import type { Attribute, GroupExpression, Path, Statement } from './statement';

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

export function printPath({ relative, attribute }: Path): string {
  return ['resource', ...(relative === null ? [] : [relative]), printAttribute(attribute)].join('.');
}

function printAttribute(attribute: Attribute): string {
  switch (attribute.kind) {
    case 'typePlugin':
      return 'type.plugin';
    case 'typeName':
      return 'type.name';
    case 'typeCategory':
      return 'type.category';
    case 'trait':
    case 'pluginConfiguration':
    case 'resourceConfiguration':
      return `${attribute.kind}[${attribute.key}]`;
    default:
      return attribute.kind;
  }
}
