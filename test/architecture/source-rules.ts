import ts from 'typescript';

/** The names of all that a file declares: variables, parameters, functions, classes, types; not the properties of objects. */
export function namesIn(source: ts.SourceFile): readonly string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      (ts.isVariableDeclaration(node) ||
        ts.isParameter(node) ||
        ts.isBindingElement(node) ||
        ts.isFunctionDeclaration(node) ||
        ts.isClassDeclaration(node) ||
        ts.isInterfaceDeclaration(node) ||
        ts.isTypeAliasDeclaration(node)) &&
      node.name !== undefined &&
      ts.isIdentifier(node.name)
    ) {
      names.push(node.name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** What a top-level statement declares, by name. */
function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => (ts.isIdentifier(name) ? name.text : 'pattern'));
  }
  if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  ) {
    return [statement.name?.text ?? 'default'];
  }
  return [];
}

/** Whether a doc comment stands right before a node. */
function isDocumented(node: ts.Node, source: ts.SourceFile): boolean {
  const text = source.getFullText();
  const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
  return comments.some((comment) => text.startsWith('/**', comment.pos));
}

/** Names of what a file exports from itself without a doc comment; `default` for a nameless default export. */
export function undocumentedExports(source: ts.SourceFile): readonly string[] {
  return source.statements.flatMap((statement) => {
    if (isDocumented(statement, source)) return [];
    if (ts.isExportAssignment(statement)) return ['default'];
    const exported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword) === true;
    return exported ? declaredNames(statement) : [];
  });
}
