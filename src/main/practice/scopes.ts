/**
 * All scopes that the practice service knows. The interface names files.*, documents.* and enrichment.write; the others were
 * seen on live services. Cases and document-xml go by the documents scopes, agent workflows by the agents ones.
 */
export const allScopes: readonly string[] = [
  'files.read',
  'files.write',
  'documents.read',
  'documents.write',
  'enrichment.write',
  'enrichment.delete',
  'projects.read',
  'projects.write',
  'agents.read',
  'agents.write',
  'enrichment-workflows.read',
  'enrichment-workflows.write',
  'routings.read',
  'routings.write',
  'emails.read',
  'companies.read',
];
