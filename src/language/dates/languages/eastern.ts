/** Words of days in Japanese and Chinese, as `dictionaries.ts` has those of the others; their numbers stand in figures. */
export const EASTERN: Record<string, string> = {
  ja: `
    monday: 月曜日, 月曜; tuesday: 火曜日, 火曜; wednesday: 水曜日, 水曜; thursday: 木曜日, 木曜; friday: 金曜日, 金曜; saturday:
    土曜日, 土曜; sunday: 日曜日, 日曜; weekdays: 平日; oclock: 時; today: 今日; tomorrow: 明日, あした; ,: の; day after
    tomorrow: 明後日, あさって; tonight: 今夜, 今晩; hours: 時間; minutes: 分間; noon: 正午; and: と; or: または; this week: 今週中,
    今週; next week: 来週; weekend: 週末, 土日; this weekend: 今週末; next weekend: 来週末; this month: 今月; next month:
    来月; next year: 来年; this year: 今年; week after next: 再来週; end of month: 月末, 今月末; end of year: 年末; days:
    日間; weeks: 週間; every: 毎週; every day: 毎日; –: 〜, ～, ~; days hence: 日後; weeks hence: 週間後; months hence:
    か月後, ヶ月後, カ月後; months: か月, ヶ月, カ月; christmas: クリスマス; christmas eve: クリスマスイブ; nye: 大晦日, 大みそか; nyd: 元日,
    元旦; end of next month: 来月末; morning: の朝, 朝, 午前, の午前; afternoon: 午後, の午後; evening: 夜, の夜, 夕方, の夕方;
    please: お願いします, でお願いします; just: のみ, だけ; all day: 終日, 一日中; january: 1月; february: 2月; march: 3月; april:
    4月; may: 5月; june: 6月; july: 7月; august: 8月; september: 9月; october: 10月; november: 11月; december: 12月;
    now: 今; today: 本日; yesterday: 昨日; last week: 先週`,
  zh: `
    weekdays: 工作日, 平日; oclock: 点, 點; 3 days hence: 大后天, 大後天; this weekend: 这周末, 這週末; the whole weekend:
    整个周末, 整個週末; today: 今天; tomorrow: 明天; day after tomorrow: 后天, 後天; and: 和; or: 或, 或者; this week: 本周, 这周,
    本週, 這週, 这个星期, 這個星期; next week: 下周, 下週, 下星期, 下个星期, 下個星期, 下一周, 下礼拜, 下禮拜; tonight: 今晚, 今夜; hours: 小时, 小時,
    个小时, 個小時; hence: 后, 後, 以后, 以後; weekend: 周末, 週末; this weekend: 这个周末, 本周末, 這個週末; this month: 本月, 这个月, 這個月;
    next month: 下个月, 下個月, 下月; next year: 明年; this year: 今年; end of month: 月底; end of year: 年底; days: 天;
    weeks: 周, 週, 个星期, 個星期; every: 每周; every day: 每天, 每日; –: 〜, ～; monday: 周一, 週一, 星期一, 礼拜一, 禮拜一; tuesday:
    周二, 週二, 星期二, 礼拜二, 禮拜二; wednesday: 周三, 週三, 星期三, 礼拜三, 禮拜三; thursday: 周四, 週四, 星期四, 礼拜四, 禮拜四; friday: 周五,
    週五, 星期五, 礼拜五, 禮拜五; saturday: 周六, 週六, 星期六, 礼拜六, 禮拜六; sunday: 周日, 周天, 週日, 星期日, 星期天, 礼拜天, 禮拜天; months: 个月,
    個月; christmas: 圣诞节, 圣诞, 聖誕節, 聖誕; christmas eve: 平安夜; nyd: 元旦; morning: 上午, 早上; afternoon: 下午; evening:
    晚上; please: 请, 請; thank you: 谢谢, 謝謝; just: 只; all day: 全天, 整天; all week: 整周; january: 1月; february: 2月;
    march: 3月; april: 4月; may: 5月; june: 6月; july: 7月; august: 8月; september: 9月; october: 10月; november:
    11月; december: 12月; next weekend: 下个周末, 下個週末, 下周末, 下週末; next: 未来, 未來, 接下来, 接下來; now: 现在, 現在; week after
    next: 下下周, 下下週, 下下星期, 下下个星期, 下下個星期; today: 今日; tomorrow: 明日; yesterday: 昨天, 昨日, 前天; last week: 上周, 上週, 上星期`,
}
