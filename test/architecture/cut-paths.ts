import ts from 'typescript';

/** What of `node:path` cuts and compares by the ways of one system; `join`, `dirname`, `basename`, `extname` and `resolve` only build and name. */
const ownOfPaths: ReadonlySet<string> = new Set([
  'sep',
  'relative',
  'normalize',
  'parse',
  'posix',
  'win32',
  'delimiter',
  'default',
]);
const building = /^(?:join|dirname|basename|resolve|realpath)$/;
const named = /(?:path|paths|folder|root|directory|folders)$/i;

/** The text of a literal, and what stands for separators: `sep`, `path + sep`, `` `${path}/` ``, `/[\\/]/`. */
function isSeparator(node: ts.Node | undefined): boolean {
  if (node === undefined) return false;
  if (ts.isStringLiteralLike(node)) return node.text === '/' || node.text === '\\';
  if (ts.isIdentifier(node)) return node.text === 'sep';
  return ts.isRegularExpressionLiteral(node) && /^\/(?:\\\/|\[[\\/]+\])\+?\/\w*$/.test(node.text);
}

function endsWithSeparator(node: ts.Node | undefined): boolean {
  if (node === undefined) return false;
  if (ts.isBinaryExpression(node)) return isSeparator(node.right);
  if (!ts.isTemplateExpression(node)) return false;
  const last = node.templateSpans.at(-1);
  if (last === undefined) return false;
  return last.literal.text === '' ? isSeparator(last.expression) : /^[\\/]$/.test(last.literal.text);
}

/** Whether an expression is a path or a name by what it is called. */
function isPath(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return named.test(node.text);
  if (ts.isPropertyAccessExpression(node)) return named.test(node.name.text);
  if (!ts.isCallExpression(node)) return false;
  const called = node.expression;
  if (ts.isIdentifier(called)) return building.test(called.text);
  return ts.isPropertyAccessExpression(called) && called.name.text === 'normalize' && isPath(called.expression);
}

function isCutting(call: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(call.expression)) return false;
  const { name, expression } = call.expression;
  const [first] = call.arguments;
  switch (name.text) {
    case 'split':
    case 'indexOf':
    case 'lastIndexOf':
      return isSeparator(first);
    case 'replaceAll':
    case 'replace':
      return isSeparator(first) && isSeparator(call.arguments[1]);
    case 'startsWith':
      return endsWithSeparator(first) && !(ts.isPropertyAccessExpression(expression) && expression.name.text === 'url');
    case 'toLowerCase':
    case 'toLocaleLowerCase':
      return isPath(expression);
    default:
      return false;
  }
}

/** Whether a path and a name behind it are put together with a separator: `${folder}/${name}`, `folder + sep + name`. */
function isJoining(node: ts.Node): boolean {
  if (ts.isTemplateExpression(node))
    return node.templateSpans.some(({ expression, literal }, at) => {
      const next = node.templateSpans[at + 1];
      const between = literal.text === '' && next !== undefined && isSeparator(next.expression);
      return isPath(expression) && (between || /^[\\/]/.test(literal.text));
    });
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return false;
  const { left, right } = node;
  return isPath(left) && (isSeparator(right) || (ts.isStringLiteralLike(right) && /^[\\/]/.test(right.text)));
}

/** Where a file cuts, compares or joins paths by itself: lines, beginning with 1, and what stands there. */
export function cutPaths(source: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  const tell = (node: ts.Node): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push(`${String(line + 1)}: ${node.getText(source)}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      if (/^(?:node:)?path(?:\/|$)/.test(node.moduleSpecifier.text)) {
        const { importClause } = node;
        if (importClause?.name !== undefined) tell(importClause.name);
        const bound = importClause?.namedBindings;
        if (bound !== undefined && ts.isNamespaceImport(bound)) tell(bound);
        if (bound !== undefined && ts.isNamedImports(bound)) {
          for (const each of bound.elements) if (ownOfPaths.has((each.propertyName ?? each.name).text)) tell(each);
        }
      }
    }
    if ((ts.isCallExpression(node) && isCutting(node)) || isJoining(node)) tell(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
