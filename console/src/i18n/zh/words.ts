import type { Words } from "../dictionary";

/** The number and its measure word stay on one line. */
const count = (unit: string) => (text: string) => `${text}\u00a0${unit}`;

/** Two things joined by 和, with a space where it stands beside Latin letters or digits and none where beside Chinese. */
function joined(left: string, right: string): string {
  return `${left}${/[\w%]$/.test(left) ? " " : ""}和${/^\w/.test(right) ? " " : ""}${right}`;
}

export const words: Words["words"] = {
  units: {
    cards: count("张卡"),
    compute: count("张卡的算力"),
    cores: count("核"),
    workloads: count("个工作负载"),
    milliseconds: (value) => `${value} 毫秒`,
    seconds: (value) => `${value} 秒`,
    minutes: (value) => `${value} 分`,
    hours: (value) => `${value} 小时`,
    days: (value) => `${value} 天`,
    ago: (text) => `${text}前`,
    ahead: (text) => `${text}后`,
    justNow: "刚刚",
  },
  dimension: {
    CARDS: "卡",
    MEMORY: "显存",
    COMPUTE: "算力",
    BANDWIDTH: "显存带宽",
    CONCURRENCY: "运行中的工作负载",
    CPU: "CPU",
    HOST_MEMORY: "主机内存",
  },
  of: {
    CARDS: (amount) => amount,
    MEMORY: (amount) => `${amount} 显存`,
    COMPUTE: (amount) => amount,
    BANDWIDTH: (amount) => `${amount} 显存带宽`,
    CONCURRENCY: (amount) => amount,
    CPU: (amount) => `${amount} CPU`,
    HOST_MEMORY: (amount) => `${amount} 主机内存`,
  },
  phase: {
    QUEUED: "排队中",
    STARTING: "启动中",
    RUNNING: "运行中",
    STOPPING: "停止中",
    SUCCEEDED: "已成功",
    FAILED: "已失败",
    CANCELLED: "已取消",
    REFUSED: "已拒绝",
  },
  type: { TRAINING: "训练", INFERENCE: "推理", BATCH: "批处理", INTERACTIVE: "交互" },
  isolation: { HARD: "硬隔离（HARD）", SOFT: "软隔离（SOFT）", NONE: "无隔离（NONE）" },
  isolationMeans: {
    HARD: "独占整卡或硬件切片，没有别人共用。",
    SOFT: "由已加载的软件限制器隔离显存与算力。",
    NONE: "轮流使用卡，显存和算力都没有隔离。",
  },
  role: {
    operator: "平台运营者",
    finance: "平台财务",
    "tenant-admin": "租户管理员",
    engineer: "工程师",
    viewer: "只读成员",
    "tenant-finance": "租户财务",
  },
  comma: "，",
  list: (items) => (items.length < 2 ? items.join("") : joined(items.slice(0, -1).join("、"), items.at(-1) ?? "")),
  having: (name, amount) => `${name}（${amount}）`,
  simulated: "模拟",
  unknown: "–",
};
