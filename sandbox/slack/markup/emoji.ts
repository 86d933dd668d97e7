/** The emoji codes that apps commonly send. Slack has about 1,900; an unknown code stays as written. */
const codes = `
+1 👍|thumbsup 👍|-1 👎|thumbsdown 👎|100 💯|accept 🉑|airplane ✈️|alarm_clock ⏰|alien 👽|ambulance 🚑|anchor ⚓|angry 😠
apple 🍎|arrow_down ⬇️|arrow_down_small 🔽|arrow_forward ▶️|arrow_heading_down ⤵️|arrow_heading_up ⤴️|arrow_left ⬅️
arrow_lower_right ↘️|arrow_right ➡️|arrow_right_hook ↪️|arrow_up ⬆️|arrow_up_down ↕️|arrow_up_small 🔼|arrow_upper_right ↗️
arrows_clockwise 🔃|arrows_counterclockwise 🔄|art 🎨|balloon 🎈|bangbang ‼️|bank 🏦|bar_chart 📊|bell 🔔|bellhop_bell 🛎️
birthday 🎂|black_circle ⚫|black_medium_square ◼️|black_small_square ▪️|blue_book 📘|blush 😊|book 📖|bookmark 🔖
books 📚|boom 💥|bow 🙇|brain 🧠|broken_heart 💔|bug 🐛|bulb 💡|busts_in_silhouette 👥|calendar 📅|calling 📲|camera 📷
card_index_dividers 🗂️|chart 💹|chart_with_downwards_trend 📉|chart_with_upwards_trend 📈|checkered_flag 🏁|clap 👏
clipboard 📋|clock1 🕐|clock9 🕘|closed_book 📕|cloud ☁️|coffee ☕|collision 💥|computer 💻|confetti_ball 🎊|confused 😕
construction 🚧|cop 👮|crown 👑|cry 😢|crystal_ball 🔮|date 📅|dart 🎯|dash 💨|diamonds ♦️|dizzy 💫|dog 🐶
double_vertical_bar ⏸️|earth_africa 🌍|earth_americas 🌎|earth_asia 🌏|email 📧|envelope ✉️|exclamation ❗|eyeglasses 👓|eyes 👀
fast_forward ⏩|file_cabinet 🗄️|file_folder 📁|fire 🔥|first_place_medal 🥇|flag-us 🇺🇸|flushed 😳|frowning 😦|full_moon 🌕
gear ⚙️|gem 💎|ghost 👻|gift 🎁|globe_with_meridians 🌐|green_apple 🍏|green_book 📗|green_heart 💚|grey_exclamation ❕
grey_question ❔|grin 😁|grinning 😀|hammer 🔨|hammer_and_wrench 🛠️|hand ✋|handshake 🤝|hash #️⃣|heart ❤️|heart_eyes 😍
heavy_check_mark ✔️|heavy_minus_sign ➖|heavy_multiplication_x ✖️|heavy_plus_sign ➕|herb 🌿|high_brightness 🔆|hourglass ⌛
hourglass_flowing_sand ⏳|house 🏠|inbox_tray 📥|information_source ℹ️|innocent 😇|interrobang ⁉️|jigsaw 🧩|joy 😂|key 🔑
label 🏷️|large_blue_circle 🔵|large_blue_square 🟦|large_brown_circle 🟤|large_green_circle 🟢|large_green_square 🟩
large_orange_circle 🟠|large_orange_square 🟧|large_purple_circle 🟣|large_red_square 🟥|large_yellow_circle 🟡
large_yellow_square 🟨|laughing 😆|ledger 📒|left_right_arrow ↔️|link 🔗|lock 🔒|loudspeaker 📢|mag 🔍|mag_right 🔎
mailbox 📫|mantelpiece_clock 🕰️|medal 🏅|mega 📣|memo 📝|mute 🔇|neutral_face 😐|new 🆕|newspaper 📰|no_bell 🔕
no_entry ⛔|no_entry_sign 🚫|no_good 🙅|nut_and_bolt 🔩|octagonal_sign 🛑|ok 🆗|ok_hand 👌|orange_book 📙|outbox_tray 📤
package 📦|page_facing_up 📄|paperclip 📎|partying_face 🥳|party_popper 🎉|pencil 📝|pencil2 ✏️|point_down 👇|point_left 👈
point_right 👉|point_up ☝️|pray 🙏|pushpin 📌|question ❓|rainbow 🌈|raised_hand ✋|raised_hands 🙌|recycle ♻️|red_circle 🔴
relaxed ☺️|repeat 🔁|rewind ⏪|robot_face 🤖|rocket 🚀|rotating_light 🚨|round_pushpin 📍|runner 🏃|sad 😢|satellite 🛰️
scales ⚖️|scroll 📜|second_place_medal 🥈|see_no_evil 🙈|seedling 🌱|shield 🛡️|ship 🚢|shrug 🤷|slightly_frowning_face 🙁
slightly_smiling_face 🙂|small_blue_diamond 🔹|small_orange_diamond 🔸|small_red_triangle 🔺|small_red_triangle_down 🔻
smile 😄|smiley 😃|smirk 😏|snail 🐌|sob 😭|sos 🆘|sparkle ❇️|sparkles ✨|speaker 🔈|speech_balloon 💬|spiral_calendar_pad 🗓️
spiral_note_pad 🗒️|star ⭐|star2 🌟|stars 🌠|stop_sign 🛑|stopwatch ⏱️|sunglasses 😎|sunny ☀️|sweat_smile 😅|tada 🎉
tag 🏷️|telephone ☎️|telescope 🔭|test_tube 🧪|thinking_face 🤔|third_place_medal 🥉|thought_balloon 💭|thread 🧵
ticket 🎫|timer_clock ⏲️|tools 🛠️|trash 🗑️|triangular_flag_on_post 🚩|triangular_ruler 📐|trophy 🏆|truck 🚚|tv 📺
twisted_rightwards_arrows 🔀|unlock 🔓|up 🆙|warning ⚠️|wastebasket 🗑️|watch ⌚|wave 👋|white_check_mark ✅|white_circle ⚪
white_flag 🏳️|wink 😉|world_map 🗺️|wrench 🔧|writing_hand ✍️|x ❌|yellow_heart 💛|zap ⚡|zzz 💤`

const glyphs = new Map(
  codes
    .trim()
    .split(/[|\n]/)
    .map((entry) => entry.trim().split(' '))
    .map(([name = '', glyph = '']) => [name, glyph] as const),
)

/** The character of an emoji name (without colons), or null. */
export const emojiGlyph = (name: string): string | null => glyphs.get(name) ?? null

/** Replaces `:codes:` in a text. Drops skin tones after them; unknown codes stay. */
export const replaceEmoji = (text: string): string =>
  text.includes(':')
    ? text.replace(
        /:([a-z0-9_+'-]{1,60}):(?::skin-tone-[2-6]:)?/g,
        (code, name: string) => emojiGlyph(name) ?? code,
      )
    : text
