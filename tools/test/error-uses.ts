import ts from 'typescript';

/** How one source file uses the tables of error types. */
export interface ErrorUses {
  /** `Table.type` in code that runs: thrown, or compared with a thrown error. */
  thrown: { table: string; type: string }[];
  /** `Table.type` inside decorators only documents. */
  documented: { table: string; type: string }[];
  /** Uses that cannot be followed, each with its line: a table passed around, `Table[name]`, a table made elsewhere. */
  untraceable: string[];
}

const TABLE = /^(Common|Compliance|Gateway|Legacy|Monitoring|Registry)Error$/;

/** Finds every use of the tables of `libs/errors/src/registry` in a TypeScript source. */
export function findErrorUses(fileName: string, source: string): ErrorUses {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  const uses: ErrorUses = { thrown: [], documented: [], untraceable: [] };
  const refuse = (node: ts.Node): void => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    uses.untraceable.push(`${fileName}:${line + 1} ${node.parent.getText().slice(0, 80)}`);
  };
  const visit = (node: ts.Node, isDecorator: boolean): void => {
    const { parent } = node;
    if (ts.isIdentifier(node) && node.text === 'defineErrors' && !isImportOrExport(parent)) refuse(node);
    if (ts.isIdentifier(node) && TABLE.test(node.text) && !isImportOrExport(parent)) {
      if (ts.isPropertyAccessExpression(parent) && parent.expression === node) {
        uses[isDecorator ? 'documented' : 'thrown'].push({ table: node.text, type: parent.name.text });
      } else if (!ts.isTypeQueryNode(parent)) {
        refuse(node);
      }
    }
    ts.forEachChild(node, (child) => visit(child, isDecorator || ts.isDecorator(child)));
  };
  visit(file, false);
  return uses;
}

function isImportOrExport(node: ts.Node): boolean {
  return ts.isImportSpecifier(node) || ts.isExportSpecifier(node);
}
