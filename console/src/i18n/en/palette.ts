export const palette = {
  open: "Search",
  title: "Search and go",
  placeholder: "Page, workload, tenant or model",
  pages: "Pages",
  workloads: "Workloads",
  tenants: "Tenants",
  models: "Models",
  showTenant: "Show this tenant alone",
  none: (text: string) => `Nothing is named like “${text}”. Try a part of its name.`,
  keys: "↑ ↓ choose · Enter opens · Esc closes",
  found: (count: number) => `${count} found`,
};
