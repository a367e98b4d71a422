import type { Words } from "../dictionary";

export const frame: Words["frame"] = {
  product: "Wellfield",
  navigation: "主导航",
  skip: "跳到正文",
  overview: "总览",
  workloads: "工作负载",
  tenant: "租户",
  allTenants: "全部租户",
  allMyTenants: "我的全部租户",
  simulated: "含模拟",
  simulatedMeans: "这里有模拟的卡或引擎：计量方式与真实设备相同，但背后没有硬件。",
  notIsolated: "租户之间无隔离",
  notIsolatedMeans:
    "所有本地进程共用一个系统用户，租户之间可能读到彼此的文件。以 root 运行 Wellfield，即可为每个租户分配独立的用户。",
  language: "语言",
  otherLanguage: "English",
  theme: "外观",
  themes: { system: "跟随系统", light: "浅色", dark: "深色" },
  account: "账户",
  onPlatform: "（整个平台）",
  in: (tenant) => `（租户 ${tenant}）`,
  expires: (ahead) => `会话将于 ${ahead}结束。`,
  signOut: "退出登录",
  version: (version) => `版本 ${version}`,
  zone: (zone) => `时区：${zone}`,
  updated: (ago) => `${ago}更新`,
  stale: (ago) => `数据可能已过时：上次收到消息是 ${ago}`,
  connecting: "连接中…",
  close: "关闭",
  copy: "复制",
  copied: "已复制",
  retry: "重试",
  keep: "保留",
  dismiss: "知道了",
  loading: "加载中",
  notFound: {
    heading: "找不到页面",
    title: "没有这个页面",
    next: "地址可能有误，或者这个版本还没有该页面。",
    home: "回到总览",
  },
};

export const signIn: Words["signIn"] = {
  title: "登录 Wellfield",
  token: "令牌",
  hint: "首次执行 `wellfield up` 时会显示运营者的令牌；其他人的令牌由运营者发放。",
  show: "显示",
  hide: "隐藏",
  submit: "登录",
  signingIn: "登录中…",
  ended: "会话已结束，重新登录后会回到这个页面。",
  wrong: "令牌无效、已过期或已吊销。请检查是否复制完整：令牌以 wft_ 开头。",
  empty: "请粘贴令牌。",
  noCookie: "浏览器没有保存会话 Cookie。请用 https 打开控制台，或在本机用 http://localhost 打开。",
  unreachable: "服务器没有响应，每 3 秒会再试一次。",
};

export const problem: Words["problem"] = {
  unreachable: {
    title: "服务器没有响应",
    next: "会自动重试。如果一直如此，请检查 `wellfield up` 是否在运行。",
  },
  forbidden: {
    title: "没有查看权限",
    next: (permission) => `你的角色缺少权限 ${permission}，可请运营者授予。`,
  },
  missing: { title: "找不到", next: "可能不存在，也可能属于你没有角色的租户。" },
  other: { title: "服务器未能响应", next: (code) => `返回 ${code}，请重试。` },
  said: (text) => `服务器说明：“${text}”`,
  expected: (expected, given) =>
    `${given === undefined ? "填写的内容不符合要求" : `“${given}”不符合要求`}。服务器说明：“${expected}”`,
};
