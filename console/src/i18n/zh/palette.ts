import type { Words } from "../dictionary";

export const palette: Words["palette"] = {
  open: "搜索",
  title: "搜索与跳转",
  placeholder: "页面、工作负载、租户或模型",
  pages: "页面",
  workloads: "工作负载",
  tenants: "租户",
  models: "模型",
  showTenant: "只看这个租户",
  none: (text) => `没有名称类似“${text}”的，换名称的一部分试试。`,
  keys: "↑ ↓ 选择 · Enter 打开 · Esc 关闭",
  found: (count) => `找到 ${count} 项`,
};
